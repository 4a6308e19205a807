"""Recorded traffic with model services: exchanges, streamed answers, and the conversations in them."""
