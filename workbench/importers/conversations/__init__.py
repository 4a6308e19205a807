"""Conversations reported message by message: what the importers of message formats share."""
