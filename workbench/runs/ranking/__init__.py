"""How far a passage answers a question: the expected kind of answer, the words it states, its meaning."""
