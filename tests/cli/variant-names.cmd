./mad show crazy-elephant:crazy-elephant-bare-back-or-lose | head -1; ./mad show crazy-elephant:LOSE | head -1; ./mad show crazy-elephant:elephant-bare | head -1
