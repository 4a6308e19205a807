"""Writes the sample sessions from stories: `python -m sample_sessions.builder` in a checkout.

Maintainers only: nothing that runs imports this. It opens its own stories and writes the samples
beside them, nothing else; the same stories always give the same bytes.
"""
