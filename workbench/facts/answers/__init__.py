"""Questions and offers of the agent, and the user's answers."""
