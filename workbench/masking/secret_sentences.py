"""Passwords that are plain words, in prose and in tables: behind "the password is", or in their column.

What texts say of passwords stands in the same place ("the password is required"): a word is a password only
where the sentence or the cell ends behind it, and it is none of the words that describe one.
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
"""What no word of a sentence is: a digit, a letter, and a sign within."""
_REFERS = re.compile(r"(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[\w./-]+#\d+)[.,;:!?]?")
"""An address of mail, the number of an issue."""

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
"""Endings of words that say what a password is like, or what is done with it."""
_TITLE = re.compile(
    rf"[ \t]{{0,40}}{_MARK}`?(?:[A-Za-z]{{1,20}}[ _-]){{0,3}}(?:{_NAME}|pwd)`?{_MARK}[ \t]{{0,40}}",
    re.IGNORECASE,
)
_RULED = re.compile(r"[ \t>]{0,8}\|?[ \t:|-]{3,400}\|?[ \t]*")
_MOST_BEFORE = 4_000
"""Characters of a table before a row in which its titles are looked for."""


def sentences_and_tables() -> tuple[Rule, ...]:
    """The forms: a statement, an order to set one, a cell of a table."""
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
    """A word that a sentence gives as a password."""
    return (
        plain_word(found, value)
        and not value.isupper()
        and value.lower() not in _STATES
        and _DESCRIBES.search(value.lower()) is None
    )


def stated(found: re.Match[str], value: str) -> bool:
    """What a sentence gives as a password that is no word: a sign at its end is the sentence's."""
    return password(found, value.rstrip("!?.,;:)"))


def beside(found: re.Match[str], value: str) -> bool:
    """What stands behind the name alone, as in "log in with password ...": no address."""
    return stated(found, value) and _REFERS.fullmatch(value) is None


def in_column(found: re.Match[str], value: str) -> bool:
    """A cell to the right of one that is called a password, or below such a title."""
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
    """The cells of a row."""
    return row.strip(" \t>\r").removeprefix("|").removesuffix("|").split("|")


def _titles(text: str, begin: int) -> list[str]:
    """The titles of the table in which a row begins; none where it has none."""
    lines = text[max(0, begin - _MOST_BEFORE) : begin].split("\n")[:-1]
    rows = list(takewhile(lambda line: "|" in line, reversed(lines)))
    return _cells(rows[-1]) if len(rows) > 1 and _RULED.fullmatch(rows[-2]) else []
