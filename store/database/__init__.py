"""Connections to the file of a store: opening it, driver errors, locks, file modes, scratch folders."""
