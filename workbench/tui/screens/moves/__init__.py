"""Accept and roll back, with what they change shown before; the history of both."""
