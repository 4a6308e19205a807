"""The steps of an acceptance or a rollback besides the move itself, which is in `store.pointers`."""
