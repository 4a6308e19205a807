"""Checks whether a plain word is a password that somebody chose.

Not a type, label, variable or placeholder.
"""

from __future__ import annotations

import re

from workbench.masking.secret_values import credential, entropy, password

_NO_PASSWORD = frozenset(
    # types and values of languages
    "string strings text bytes bytearray integer number object boolean secretstr optional nullable "
    "false undefined none "
    "true default unknown varchar nvarchar charfield passwordfield literal array buffer uint8array "
    "char[] "
    # what a field, a form, a message or a table says of passwords
    "required mandatory forbidden missing invalid incorrect wrong empty hidden hashed encrypted encoded "
    "plain plaintext "
    "cleartext unset blank optional disabled enabled allowed denied masked redacted removed omitted "
    "stored protected "
    "expired changed updated reset correct valid weak strong stronger short match matches mismatch "
    "rejected accepted "
    "confirm confirmed enter input output label field prompt option argument parameter param params "
    "instead either "
    "without check checks verify verification validate validation authentication authenticate "
    "autocomplete toggle "
    "options arguments parameters flag flags fields keyword keywords reserved unreserved nonreserved "
    "show hide forgot forgotten recovery needed supported unsupported ignored static dynamic automatic "
    "manual ask "
    # names of the thing itself
    "password passwords passwd passphrase passcode passwort kennwort contrasena secret secrets token "
    "tokens credential "
    "credentials username user userpass mypassword yourpassword newpassword oldpassword thepassword "
    "somepassword "
    "password_hash passwordhash rawpassword getpass keyring vault base64 bcrypt argon2 pbkdf2 scrypt "
    "sha256 "
    # what stands for one
    "example placeholder changeme changeit foobar dummy fake mock sample value values string[] "
    # beginnings of what a text goes on with
    "contains starts length minimum maximum should cannot before after during while since because".split()
)
"""Lower-case words that follow `password` without being one."""

_PATH = re.compile(
    r"^(?:\.{0,2}/|~/|[A-Za-z]:\\)|\.(?:py|js|ts|txt|json|ya?ml|md|html|php|go|rs|java|sql|conf|env)$"
)
_CAMEL = re.compile(r"[a-z][A-Z]")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(.*)?$")
_NAME = re.compile(r"[A-Za-z]+(?:_[A-Za-z0-9]+)+$")
_LETTERS = re.compile(r"[^\W\d_]")
_COMMAND = re.compile(r"(?:^|[\s(`\"'])(?:--?[A-Za-z][\w-]*(?:[ =]|$)|\$ )")
_LONGEST_NAME = 80
_RANDOM = 3.3
"""Bits per character above which a value is a key rather than a name."""
_OF_A_PASSWORD = re.compile(r"pass|pwd|psk", re.IGNORECASE)
_GIVES = re.compile(r"(?:(?:set|with|use|add)(?:[A-Z_][A-Za-z_]{0,30})?|[A-Za-z0-9_)]\.[a-z_]{0,20})$")
"""Text before the name of a secret in a call that takes one."""
_VARIABLE = re.compile(r"(?:^|[^A-Za-z0-9_(,.-])[A-Z0-9_]{0,80}$")
"""Text before the last part of a variable's name, as opposed to a call."""
_SPEAKS_OF_ITSELF = re.compile(r"pass|pwd|secret|credential|hash|token|kennwort|pw$", re.IGNORECASE)


def chosen(found: re.Match[str], value: str) -> bool:
    """For a position that only a password can have: return whether the word does not merely describe one."""
    word = value.strip("\"'`.,:;!?*").lower()
    return (
        word not in _NO_PASSWORD
        and len(set(word)) > 2
        and _LETTERS.search(word) is not None
        and credential(found, value)
        and not _PATH.search(value)
        and not _DOTTED.match(value)
        and not value.startswith("-")
    )


def plain_word(found: re.Match[str], value: str) -> bool:
    """For a position that a program's name can have too.

    Return whether it is neither a name nor about passwords.
    """
    return (
        chosen(found, value)
        and not _SPEAKS_OF_ITSELF.search(value)
        and not _CAMEL.search(value)
        and not _NAME.match(value)
        and value[-1] not in ",:;.?!)"
    )


def quoted_word(found: re.Match[str], value: str) -> bool:
    """For a quoted word after a password's name: return whether it has a small letter and is not a label."""
    return plain_word(found, value) and not value.isupper() and "/" not in value


def line_value(found: re.Match[str], value: str) -> bool:
    """For the only word after a password's name on a settings line: return whether it is a password."""
    return plain_word(found, value) and not (value.isupper() and value.isalpha())


def variable(found: re.Match[str], value: str) -> bool:
    """Return whether it is the value of `NAME=word` in a shell or a file of variables."""
    before = found.string[max(0, found.start() - _LONGEST_NAME) : found.start()]
    return _VARIABLE.search(before) is not None and line_value(found, value)


def argument(found: re.Match[str], value: str) -> bool:
    """Check a word after a password option; the line must be a command with other options or an address."""
    if not plain_word(found, value) or (value.isupper() and value.isalpha()):
        return False
    if "=" in found.group(0).partition(value)[0]:
        return True
    line = found.string.rfind("\n", 0, found.start()) + 1
    return _COMMAND.search(found.string[line : found.start()]) is not None


def either(found: re.Match[str], value: str) -> bool:
    """Check a value as a password if the name says so, otherwise as a random key."""
    if _OF_A_PASSWORD.search(found.group(0).partition(value)[0]):
        return password(found, value) or (plain_word(found, value) and not value.isupper())
    return len(value) >= 16 and password(found, value) and entropy(value[:_LONGEST_NAME]) > _RANDOM


def setter(found: re.Match[str], value: str) -> bool:
    """Check a value passed to a call that is named after a secret and does not look one up."""
    before = found.string[max(0, found.start() - _LONGEST_NAME) : found.start()]
    return _GIVES.search(before) is not None and either(found, value)


def phrase(_found: re.Match[str], value: str) -> bool:
    """Return whether several words do not merely describe a passphrase."""
    return not _SPEAKS_OF_ITSELF.search(value) and not _NO_PASSWORD & set(value.lower().split())
