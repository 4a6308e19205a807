"""Connections to a store's file: opening, driver errors, locks, file modes, scratch folders."""
