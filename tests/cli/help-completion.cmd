for shell in bash zsh fish; do mad help --completion $shell | grep -c 'bash zsh fish'; done; mad help play --completion bash
