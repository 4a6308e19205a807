"""Conversations given message by message: the shared parts of the importers of message formats."""
