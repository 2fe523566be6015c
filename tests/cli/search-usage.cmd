./mad search chess --depth 0
