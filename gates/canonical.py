"""Canonical JSON (RFC 8785) and digests of it.

Every content-addressed name in this product is computed here, so that two machines agree.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, cast

import rfc8785

_EXACT = 2**53 - 1
_encode = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode


def canonical_json(value: object) -> bytes:
    """Return the RFC 8785 form of a JSON value as UTF-8 bytes.

    Raises:
        ValueError: JSON cannot express the value (a lone surrogate, NaN, an integer over 2**53).
    """
    try:
        if _is_plain(value):
            return _encode(value).encode("utf-8")
        return rfc8785.dumps(cast("Any", value))
    except rfc8785.CanonicalizationError as error:
        raise ValueError(str(error)) from error
    except UnicodeEncodeError as error:
        raise ValueError("text contains a lone surrogate") from error


def _is_plain(value: object) -> bool:
    """Return whether the standard encoder gives the RFC 8785 form: no big integers, ASCII keys.

    Of floats only plain fractions: both write them with the fewest digits and without an exponent.

    The standard encoder is several times faster; a test checks that both give the same bytes.
    """
    waiting: list[Any] = [value]
    keys: set[str] = set()
    for each in waiting:
        kind = type(each)
        if kind is str or kind is bool or each is None:
            continue
        if kind is dict:
            keys.update(each)
            waiting += each.values()
        elif kind is list or kind is tuple:
            waiting += each
        elif kind is float:
            if not 1e-4 <= abs(each) < _EXACT or each % 1 == 0:  # smaller ones have an exponent
                return False
        elif kind is not int or not -_EXACT <= each <= _EXACT:
            return False
    try:
        return "".join(keys).isascii()
    except TypeError:
        return False  # a key is not text


def digest(value: object) -> str:
    """Return the SHA-256 of the canonical form, 64 hex digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def text_digest(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8 form, 64 hex digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def short_id(prefix: str, *parts: str | int) -> str:
    """Return a derived id: `prefix`, an underscore, and 20 hex digits of the digest of the parts in order."""
    body = "\x1f".join([str(part) for part in parts])
    return f"{prefix}_{text_digest(body)[:20]}"


def encodable(text: str) -> str:
    """Return a text with each lone surrogate replaced by `?`; digests and requests cannot encode them."""
    return text.encode("utf-8", "replace").decode("utf-8")
