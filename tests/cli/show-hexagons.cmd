./mad show glinski
