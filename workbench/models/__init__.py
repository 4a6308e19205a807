"""Language models over HTTP: Anthropic Messages and OpenAI-compatible chat completions.

Importing this package loads no HTTP library; a model does when it is first asked.
"""
