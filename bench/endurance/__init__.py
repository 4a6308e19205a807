"""Long runs that try to break the store, the moves and the readers; short forms are in `tests/endurance`."""
