./mad values chess --unlearned
