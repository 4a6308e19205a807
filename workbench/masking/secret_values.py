"""Checks whether a value in the position of a secret is one: not a placeholder, not code, not plain words."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter

_PLACEHOLDER = re.compile(
    r"example|placeholder|change.?me|change.?it|(?<![a-z])replace|redacted|masked|your[_-]|my[_-]|insert|dummy|sample|"
    r"xxx|\*\*\*|\.\.\."
    r"|\N{HORIZONTAL ELLIPSIS}|<|\$\{|\{\{|%[sd(]|\bnull\b|undefined|process\.env|os\.environ"
    r"|getenv|secrets\.",
    re.IGNORECASE,
)
_CODE = re.compile(r"[(){}\[\]<>]|^[$%@]|::|->|=>|^\.{1,2}/|^/[a-z]|^[a-z][\w-]{0,30}://|\\")
_SPECIAL = re.compile(r"[!@#%^&*?+~]")
_UNNAMED = re.compile(
    r"(?:public|publishable|csrf|xsrf|next|page|max|num|total|input|output|cached?|prompt|completion|continu\w{0,8}"
    r"|pagination|cursor|primary|foreign|sort|partition|idempotency|object|bucket|index|host|hot|short|dict|map"
    r"|json|config|query|row|group|cache|registry|lookup|i18n|translation|message|event|test|data|react)[_.-]?$|encrypted[A-Za-z_-]{0,20}$|hashed[A-Za-z_-]{0,20}$",
    re.IGNORECASE,
)
_UNSECRET = re.compile(
    r"(?:id|ids|name|names|count|path|file|hash|url|uri|type|len|length|size|ttl|expir\w{0,6}|limit|version|format"
    r"|field|prefix|suffix|pattern|label|env|var|arn|ref|max|min|budget|usage|iz\w{1,6}|policy|hint|error|status"
    r"|algorithm|issuer|endpoint|host|dir|folder|location|selector|column|index|class|schema|function|manager)s?$",
    re.IGNORECASE,
)
_PASSWORD = re.compile(r"pass|pwd|pw", re.IGNORECASE)
_KEY = re.compile(
    r"(?:api|access|private|secret|sign\w{0,6}|encrypt\w{0,4}|shared|master|account|auth|licen[cs]e|subscription|session"
    r"|service|admin|deploy|app|storage|webhook|hmac|jwt|rest|write|read)[_.-]?$|[A-Z0-9a-z][_-]$",
    re.IGNORECASE,
)
"""Names of secret keys, as opposed to keys of a table."""
_HEADER = re.compile(
    r"(?<![A-Za-z0-9_])(?:x-[a-z-]{0,30}|(?:[a-z]{2,20}-){0,3}(?:api-?)|private-|job-|deploy-|application-|circle-|auth-"
    r"|subscription-|access-)$|[a-z]-(?:auth|access|api|secret)-$",
    re.IGNORECASE,
)
_NOT_SETTING = re.compile(r"[:=\"'(){}]")
_ENOUGH = 64
"""Characters of a value by which its mixture of cases is judged."""
_WORDS = re.compile(r"[A-Za-z]{3,}")


def mixed(_found: re.Match[str], value: str) -> bool:
    """Return whether a value has letters with digits or mixed case, and over five different characters."""
    return (
        (any(map(str.isdigit, value)) or _changing(value))
        and any(map(str.isalpha, value))
        and len(set(value)) > 5
        and "xxxx" not in value.lower()
    )


def scrambled(found: re.Match[str], value: str) -> bool:
    """Return whether a value has several digits among its letters, unlike the name of a program."""
    return len(re.findall(r"[0-9]{1,20}", value)) > 2 and mixed(found, value)


def key_line(found: re.Match[str], value: str) -> bool:
    """Return whether it looks like a base64 line of a private key.

    Capitals, small letters and digits mixed.
    """
    return scrambled(found, value) and _changing(value, 0.25)


def credential(_found: re.Match[str], value: str) -> bool:
    """For a position that only a password can have: return whether it is neither placeholder nor variable."""
    return not _CODE.search(value) and not _plain_placeholder(value)


def password(_found: re.Match[str], value: str) -> bool:
    """Return whether a value has letters with a digit or a symbol and does not look like code."""
    signs = any(map(str.isdigit, value)) or _SPECIAL.search(value) is not None or _changing(value)
    return (
        signs
        and any(map(str.isalpha, value))
        and _CODE.search(value) is None
        and not _plain_placeholder(value)
    )


def key_like(found: re.Match[str], value: str) -> bool:
    """Return whether a value is as random as a service key."""
    return mixed(found, value) and not _plain_placeholder(value) and entropy(value) > 3.0


def header(found: re.Match[str], value: str) -> bool:
    """Return whether a value follows the name of a header that carries keys."""
    before = found.string[max(0, found.start() - 40) : found.start()]
    return mixed(found, value) and _HEADER.search(before) is not None


def setting(found: re.Match[str], value: str) -> bool:
    """Return whether a value ends a settings line that begins with its name."""
    line = found.string.rfind("\n", 0, found.start()) + 1
    before = found.string[line : found.start()]
    return len(before) <= 80 and not _NOT_SETTING.search(before) and secret_name(found, value)


def secret_name(found: re.Match[str], value: str) -> bool:
    """Check a value after a name such as `api_key` as a password or as a key, depending on the name."""
    name = re.split(r"[^A-Za-z0-9_.-]", found.group(0), maxsplit=1)[0]
    before = found.string[max(0, found.start() - 24) : found.start()]
    if _UNSECRET.search(name) or _UNNAMED.search(before):
        return False
    if name[:3].lower() == "key" and not _KEY.search(before):
        return False
    if name[:2].lower() == "pw" and before[-1:] not in "_-" and before:
        return False
    if _PASSWORD.search(name):
        return password(found, value)
    begin = value[: 2 * _ENOUGH]
    return len(value) >= 12 and password(found, value) and entropy(begin) > 3.0 and not _words(begin)


def entropy(value: str) -> float:
    """Return the entropy of a value in bits per character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())


def _changing(value: str, share: float = 0.4) -> bool:
    """Return whether a value is long and mixes capitals and small letters unlike any compound of words."""
    value = value[:_ENOUGH]
    changes = sum(one.isupper() != other.isupper() for one, other in itertools.pairwise(value))
    return len(value) >= 16 and changes >= len(value) * share


def _plain_placeholder(value: str) -> bool:
    value = value[: 2 * _ENOUGH]
    return _PLACEHOLDER.search(value) is not None and not _random(value)


def _random(value: str) -> bool:
    """Return whether a value is long and mixes capitals, small letters and digits."""
    return (
        len(value) >= 20
        and entropy(value) > 4.0
        and any(map(str.isdigit, value))
        and value.lower() != value != value.upper()
    )


def _words(value: str) -> bool:
    """Return whether a value is mostly words with a number: an identifier, a file, a label."""
    if re.fullmatch(r"[0-9A-Fa-f-]{16,}", value):
        return False
    letters = sum(len(each) for each in _WORDS.findall(value) if each.islower() or each.istitle())
    return letters * 10 >= len(value) * 7
