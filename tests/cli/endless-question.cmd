./mad lint tests/cli/endless-question.mad
