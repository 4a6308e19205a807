"""What an acceptance or a rollback reads, checks and appends; the move itself is `store.pointers`."""
