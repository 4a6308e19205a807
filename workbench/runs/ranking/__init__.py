"""How far a passage answers a question: what it asks for, what a window states, how near it is in meaning."""
