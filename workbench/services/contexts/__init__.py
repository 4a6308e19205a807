"""`context`: what an agent would be given, and the file it goes on from."""
