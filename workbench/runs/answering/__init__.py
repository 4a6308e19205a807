"""Answers in the words of the sources, and whether those words support a claim."""
