"""A draft and its claims: gates, problems, statements beside their source, and what is said of them."""
