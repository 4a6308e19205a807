"""The Model Context Protocol server, asked by the official client."""
