"""One persisted phase of a run at a time, and the supervisor that watches over them."""
