"""`backup`, `restore`, `verify`, `doctor`, `modes`: the store as a whole."""
