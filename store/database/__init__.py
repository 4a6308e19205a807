"""Connections to the file of a store: opening it, its driver's errors, locks, file modes and scratch folders."""
