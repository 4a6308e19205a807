"""What events themselves state, read without judging: shared by capture and strategies."""
