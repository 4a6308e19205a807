"""What an agent would be given: folded from native compactions and active artifacts, and how large it is."""
