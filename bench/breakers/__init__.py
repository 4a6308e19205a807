"""What breakers found, and the tests that hold the repairs."""
