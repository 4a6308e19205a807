"""A draft and its claims: gates, problems, statements beside their source, and reviews."""
