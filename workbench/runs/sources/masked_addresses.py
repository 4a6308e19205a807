"""Mask user names and passwords of addresses, so that no run stores, prints or writes them."""

from __future__ import annotations

import re

MASK = "***"
_USER = re.compile(r"\b([A-Za-z][A-Za-z0-9+.-]*:[/\\]{2,})(?:[^\s/?#\\<>\"]*@)")
"""A scheme with what precedes the last `@` of its host part."""
_LOOSE = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*:[/\\]{2,})[^\s/?#\\:]*:(?!\d*(?:[/?#\\]|$)).*@")
"""An address with a `:` that precedes no port, and an `@` later: a password with a character of a path."""


def without_passwords(text: str) -> str:
    """Return text with user and password of every address in it replaced by `***`."""
    return _USER.sub(rf"\1{MASK}@", text)


def masked_address(address: str) -> str:
    """Return one address, likewise, also if its password has characters that end the host part."""
    masked = without_passwords(address)
    return _LOOSE.sub(rf"\1{MASK}@", masked) if masked == address else masked
