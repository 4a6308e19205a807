"""Rules for passwords that are plain words, in prose ("the password is ...") and in tables.

Statements about passwords have the same form ("the password is required"). A word counts as a password only
if the sentence or the cell ends after it and it is not a word that describes passwords.
"""

# ruff: noqa: E501 (a pattern is read on one line)

from __future__ import annotations

import re
from itertools import takewhile

from workbench.masking.secret_rule import Rule, rule
from workbench.masking.secret_values import password
from workbench.masking.secret_words import plain_word

_NAME = r"(?:pass(?:word|phrase|wd|code)|passwort|kennwort)"
_CUES = "passw|passphrase|passcode|kennwort"
_PLACES = re.compile("passw|passphrase|passcode|kennwort|set|chang|reset")
_MARK = r"[*_]{0,2}"
_END = r"(?=[*_]{0,2}[ \t]{0,4}(?:[.!;,)]|$))"
_FOR = r"(?:[ ](?:for|of|on|to)[ ][^\n.,;:|]{1,40}?)?"

_ONE = r"[^\s\"'`<>|{}()\\*]"
_MIXED = rf"(?={_ONE}{{0,60}}\d)(?={_ONE}{{0,60}}[A-Za-z])(?={_ONE}{{1,60}}[!@#$%^&+~][A-Za-z0-9])"
"""A digit, a letter, and a symbol inside the word, which no ordinary word has."""
_REFERS = re.compile(r"(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\w./-]+#\d+)[.,;:!?]?")
"""An e-mail address or an issue number."""

_STATES = frozenset(
    # adjectives and adverbs
    "unknown known secure insecure unsafe visible obvious fine okay good there here gone lost right public "
    "private ready identical different similar equal unequal same random unique null also still already "
    "always never only just longer shorter complex simple common easy hard clear present absent available "
    "sensitive important necessary unnecessary sufficient insufficient free full bare raw mine yours ours "
    "theirs null nothing something anything everything none what whatever which where when whether "
    "this that these those your their them another other otherwise elsewhere irrelevant relevant legal "
    "illegal outdated obsolete alphanumeric numeric local remote global temporary permanent initial final "
    "external internal usual guessable likely unlikely safe unique usable unusable exactly literally "
    "later again today tomorrow first second third alone aside enough "
    # participles that end otherwise than in -ed and -ing
    "set unset sent kept read written shown given taken chosen known broken stolen built found held lost "
    "made hidden forgotten overwritten rewritten withheld known typed thrown forbidden "
    # things that it may be
    "argon bcrypt email address number letters digits characters character word words phrase hash digest "
    "salt cookie cookies header headers property attribute column variable constant element item entry "
    "function method class module file secret object record field setting settings "
    "continue access proceed login register activate unlock start begin finish complete comply "
    "prevent protect account admin nullable varchar binary blob datetime timestamp integer".split()
)
_DESCRIBES = re.compile(
    r"(?:ed|ing|able|ible|ive|less|ful|ous|ness|tion|sion|ment|ity|ance|ence|ent|ant|ary|ory)$"
)
"""Endings of words that describe a password or an action on one."""
_TITLE = re.compile(
    rf"[ \t]{{0,40}}{_MARK}`?(?:[A-Za-z]{{1,20}}[ _-]){{0,3}}(?:{_NAME}|pwd)`?{_MARK}[ \t]{{0,40}}",
    re.IGNORECASE,
)
_RULED = re.compile(r"[ \t>]{0,8}\|?[ \t:|-]{3,400}\|?[ \t]*")
_MOST_BEFORE = 4_000
"""Characters before a table row in which the table's titles are searched."""


def sentences_and_tables() -> tuple[Rule, ...]:
    """Return the rules for a statement, an instruction to set a password, and a table cell."""
    i, m = re.IGNORECASE, re.MULTILINE
    # fmt: off
    return (
        rule("password in a sentence", _CUES,
             rf"\b{_NAME}{_FOR}[ ]{{1,2}}(?:is|was|ist|lautet|will be|shall be)[ ]{{1,2}}(?:now[ ]|still[ ]|simply[ ]|just[ ])?:?{_MARK}([^\W\d_]{{5,40}}){_END}",
             spoken, i | m)._replace(places=_PLACES),
        rule("password in a sentence", _CUES,
             rf"\b(?:set|chang(?:e|ed|ing)|reset)[ ](?:[a-z]{{1,12}}[ ]){{0,4}}{_NAME}{_FOR}[ ]to[ ]{_MARK}([^\W\d_]{{5,40}}){_END}",
             spoken, i | m)._replace(places=_PLACES),
        rule("password beside its name", _CUES,
             rf"\b{_NAME}[ ]{{1,2}}{_MARK}{_MIXED}([^\s\"'`<>|{{}}()\\*]{{8,60}})", beside, i)._replace(places=_PLACES),
        rule("password in a table", f"{_CUES}|pwd", r"(?<=\|)[ \t]{0,40}[*`]{0,2}([^\s|`*]{4,100})[*`]{0,2}[ \t]{0,40}(?=\|)", in_column),
    )
    # fmt: on


def spoken(found: re.Match[str], value: str) -> bool:
    """Return whether a sentence gives this word as a password."""
    return (
        plain_word(found, value)
        and not value.isupper()
        and value.lower() not in _STATES
        and _DESCRIBES.search(value.lower()) is None
    )


def stated(found: re.Match[str], value: str) -> bool:
    """Return whether a sentence gives this non-word as a password.

    Final punctuation belongs to the sentence.
    """
    return password(found, value.rstrip("!?.,;:)"))


def beside(found: re.Match[str], value: str) -> bool:
    """Return whether a value directly after the name ("log in with password ...") is not an address."""
    return stated(found, value) and _REFERS.fullmatch(value) is None


def in_column(found: re.Match[str], value: str) -> bool:
    """Return whether the value is a cell to the right of one named password, or below such a title."""
    if not (spoken(found, value) if value.isalpha() else plain_word(found, value)):
        return False
    text = found.string
    begin = text.rfind("\n", 0, found.start()) + 1
    end = text.find("\n", found.end())
    row = _cells(text[begin : end if end >= 0 else len(text)])
    column = text[begin : found.start()].lstrip(" \t>").removeprefix("|").count("|")
    if len(row) == 2 and column == 1 and _TITLE.fullmatch(row[0]):
        return True
    titles = _titles(text, begin)
    return column < len(titles) and _TITLE.fullmatch(titles[column]) is not None


def _cells(row: str) -> list[str]:
    """Split a row into its cells."""
    return row.strip(" \t>\r").removeprefix("|").removesuffix("|").split("|")


def _titles(text: str, begin: int) -> list[str]:
    """Return the titles of the table that contains a row; empty if it has none."""
    lines = text[max(0, begin - _MOST_BEFORE) : begin].split("\n")[:-1]
    rows = list(takewhile(lambda line: "|" in line, reversed(lines)))
    return _cells(rows[-1]) if len(rows) > 1 and _RULED.fullmatch(rows[-2]) else []
