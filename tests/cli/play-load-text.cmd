mad play chess --second you
