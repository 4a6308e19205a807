"""Language models over HTTP: Anthropic Messages and OpenAI-compatible chat completions.

Importing this package loads no HTTP library; a model loads it when it is first asked.
"""
