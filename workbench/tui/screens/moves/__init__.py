"""Accept and roll back, with a preview of the changes; the history of both."""
