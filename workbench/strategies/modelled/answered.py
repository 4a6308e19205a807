"""The items of a model's answer, parsed from JSON of any shape, with limits.

Nothing here is linked to the source yet: `sourcing` looks up the quotations. Entries that are no items are
counted.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Literal, NamedTuple, get_args

from gates.artifact import ItemKind
from workbench.facts.spans import fold
from workbench.models.base import ModelAnswer, Schema
from workbench.models.json_answers import object_in
from workbench.strategies.modelled.asking import Flaw, WrongAnswer

Side = Literal["a", "b"]

MOST_ITEMS = 200
MOST_QUOTES = 6
MOST_NUMBERS = 200
TEXT_LENGTH = 1_000
"""Limits of one answer: entries over a count are left out, an item with a longer text is rejected."""
SHOWN_KIND = 30
QUOTE_LENGTH = 2_000
"""Of a quotation; one that is longer carries nothing."""
STATUSES = ("open", "done")

_NUMBER = {"type": "integer"}
_TEXT = {"type": "string"}


def _closed(properties: dict[str, Any], *, nullable: bool = False) -> dict[str, Any]:
    """Return the schema of an object with exactly these properties, as strict schemas require."""
    kind: Any = ["object", "null"] if nullable else "object"
    required = list(properties)
    return {"type": kind, "properties": properties, "required": required, "additionalProperties": False}


_QUOTE = _closed(
    {"event": _NUMBER, "quote": _TEXT, "side": {"type": ["string", "null"], "enum": ["a", "b", None]}}
)
_ITEM = _closed(
    {
        "replaces": {"type": ["integer", "null"]},
        "kind": {"type": "string", "enum": [kind.value for kind in ItemKind]},
        "text": _TEXT,
        "status": {"type": ["string", "null"], "enum": [*STATUSES, None]},
        "quotes": {"type": "array", "items": _QUOTE},
        "carries": {"type": "array", "items": _NUMBER},
        "failure": _closed({"category": _TEXT, "where": _TEXT, "why": _TEXT}, nullable=True),
    }
)
ITEMS = Schema(
    "give_items",
    _closed({"items": {"type": "array", "items": _ITEM}, "dropped": {"type": "array", "items": _NUMBER}}),
)


class AnswerQuote(NamedTuple):
    """Words that a model quotes from an event."""

    event: int
    text: str
    side: Side | None = None


class AnswerItem(NamedTuple):
    """One item of a model's answer."""

    kind: ItemKind
    text: str
    status: str | None
    quotes: tuple[AnswerQuote, ...]
    carries: tuple[int, ...]
    failure: tuple[str, str, str] | None
    replaces: int | None


class ItemsAnswer(NamedTuple):
    """One answer, within its limits."""

    items: tuple[AnswerItem, ...]
    dropped: tuple[int, ...]
    flaws: tuple[str, ...]
    """Why an entry was no item, or was left out, one for each of them."""

    @property
    def misshapen(self) -> int:
        """Number of entries that were no items, or over the limit."""
        return len(self.flaws)


def items_in(answer: ModelAnswer, *, least: int = 0) -> ItemsAnswer:
    """Return the items of a model's answer.

    Raises:
        WrongAnswer: it has no such JSON, or fewer than `least` entries that are items.
    """
    body = object_in(answer.text, "items")
    entries = body.get("items")
    if not isinstance(entries, list):
        raise ended_early(answer) or WrongAnswer("it holds no JSON object with a list `items`")
    read = [_item(entry) for entry in entries[:MOST_ITEMS]]
    given = [each for each in read if not isinstance(each, str)]
    flaws = [f"entry {n}: {each}" for n, each in enumerate(read, 1) if isinstance(each, str)]
    flaws += [f"more than {MOST_ITEMS} entries"] * (len(entries) - len(read))
    if len(given) < least or (entries and not given):
        empty = WrongAnswer("its list `items` is empty", Flaw.EMPTY)
        entry = "its only entry is not" if len(entries) == 1 else f"none of its {len(entries)} entries is"
        none = WrongAnswer(f"{entry} an item")
        raise ended_early(answer) or (none if entries else empty)
    return ItemsAnswer(tuple(given), _numbers(body.get("dropped")), tuple(flaws))


def ended_early(answer: ModelAnswer) -> WrongAnswer | None:
    """Return why an answer is incomplete; None if it ended normally."""
    if answer.filtered:
        return WrongAnswer("the model or its service declined", Flaw.FILTERED)
    return WrongAnswer("it was cut at its limit", Flaw.CUT) if answer.cut else None


def _item(entry: Any) -> AnswerItem | str:  # noqa: ANN401 - JSON of any shape
    """Return the item of an entry, or why it is none."""
    if not isinstance(entry, dict):
        return "no JSON object"
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        return f"unknown kind {kind[:SHOWN_KIND]!r}" if isinstance(kind, str) else "no kind"
    text = one_statement(entry.get("text"))
    if not text or len(text) > TEXT_LENGTH:
        return f"text of over {TEXT_LENGTH:,} characters" if text else "no text"
    quotes = entry.get("quotes")
    stated = [_quote(each) for each in quotes[:MOST_QUOTES]] if isinstance(quotes, list) else []
    status = entry.get("status")
    replaces = entry.get("replaces")
    return AnswerItem(
        kind=_KINDS[kind],
        text=text,
        status=status if status in STATUSES else None,
        quotes=tuple(quote for quote in stated if quote is not None),
        carries=_numbers(entry.get("carries")),
        failure=_failure(entry.get("failure")),
        replaces=replaces if _is_number(replaces) else None,
    )


_KINDS = {kind.value: kind for kind in ItemKind}


def _quote(entry: Any) -> AnswerQuote | None:  # noqa: ANN401 - idem
    if not isinstance(entry, dict) or not isinstance(entry.get("quote"), str):
        return None
    side = entry.get("side")
    event = entry["event"] if _is_number(entry.get("event")) else -1
    return AnswerQuote(event, entry["quote"][: QUOTE_LENGTH + 1], side if side in get_args(Side) else None)


def _failure(entry: Any) -> tuple[str, str, str] | None:  # noqa: ANN401 - idem
    if not isinstance(entry, dict):
        return None
    category, where, why = (plain(entry.get(key))[:TEXT_LENGTH] for key in ("category", "where", "why"))
    return (category, where, why) if category or where or why else None


def _numbers(value: Any) -> tuple[int, ...]:  # noqa: ANN401 - idem
    entries = value[:MOST_NUMBERS] if isinstance(value, list) else []
    return tuple(dict.fromkeys(each for each in entries if _is_number(each)))


def _is_number(value: Any) -> bool:  # noqa: ANN401 - idem
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


def one_statement(value: Any) -> str:  # noqa: ANN401 - idem
    """Return a text as `plain` does, without the marks of a page: headings, a list's, `Next:`, `[e12]`."""
    if not isinstance(value, str):
        return ""
    value = value[: 20 * TEXT_LENGTH]
    text = _LEADS.sub("", plain(_HEADINGS.sub("", value)) or plain(value))
    return fold(_EVENT_MARKS.sub("", text))


_HEADINGS = re.compile(r"^[ \t]{0,3}#{1,6}[ \t].*$", re.MULTILINE)
_LEADS = re.compile(r"\A(?:(?:#{1,6}|[-*+•])\s+|\**Next:\**\s+)+", re.IGNORECASE)
_EVENT_MARKS = re.compile(r"\s?\[e\d{1,9}(?:(?:-|,\s?)e?\d{1,9})*\]")
"""A page's own marks of the events that a statement is from."""


def plain(value: Any) -> str:  # noqa: ANN401 - idem
    """Return a text on one line without control characters and direction marks; empty if it is no text.

    A sequence that commands a terminal goes whole: what is left of one would count as words and numbers.
    Where anything stood between two words or numbers a blank parts them, unless it is a mark of format such
    as a soft hyphen, which may stand within a word.
    """
    if not isinstance(value, str):
        return ""
    stated = _COMMANDS.sub(_REMOVED, value[: 20 * TEXT_LENGTH].encode("utf-8", "replace").decode())
    stated = fold(stated)
    marked = "".join(sign if sign.isprintable() else _left_of(sign) for sign in stated)
    return fold(_PARTED.sub(" ", marked).replace(_REMOVED, ""))


_REMOVED = "\0"
_COMMANDS = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*+(?:\x07|\x1b\\|\x9c)"
)
"""Control sequences of a terminal (colours, cursor), and strings to it (titles, links), with their ends."""
_PARTED = re.compile(rf"(?<=\w){_REMOVED}+(?=\w)")
_ZERO_WIDTH_SPACE = "\u200b"


def _left_of(sign: str) -> str:
    """Return what an unprintable sign leaves: nothing, or a mark that it may have parted two words."""
    joins = unicodedata.category(sign) == "Cf" and sign != _ZERO_WIDTH_SPACE
    return "" if joins else _REMOVED
