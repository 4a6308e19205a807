"""Facts that events state themselves, read without judging; shared by capture and strategies."""
