"""Finding the words of a source that a statement rests on."""
