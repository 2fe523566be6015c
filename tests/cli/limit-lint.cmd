./mad lint tests/cli/limit-silent.mad tests/cli/limit-choices.mad
