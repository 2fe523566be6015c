./mad show janggi | tail -16
