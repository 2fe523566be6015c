./mad show janggi | tail -14
