./mad play crazyhouse --second you
