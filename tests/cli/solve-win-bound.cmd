./mad solve connect-four --goal win; ./mad solve connect-four --goal draw --nodes 1000
