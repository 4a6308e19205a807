"""The answer in the words of its sources, and whether those words bear a claim out."""
