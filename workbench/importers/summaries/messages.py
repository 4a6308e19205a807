"""The list of all user messages in a summary: text in quotation marks is a quotation, the rest is not.

Notes in brackets, remarks and descriptions are the summarizer's words; they are removed from a quotation. A
slash command is not speech, but its arguments are.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from workbench.importers.summaries.markdown import Node, NodeKind
from workbench.importers.summaries.phrases import (
    ended,
    has_words,
    is_label,
    label_of,
    plain,
    quotations,
    sentences,
    words,
)

FEW_WORDS = 4
"""Quotations of fewer words stay with the remark after them, which they need to be understood."""
REMARK_WORDS = 4
"""Remarks and descriptions of fewer words state nothing by themselves."""
_ELISION = "…"
_NOTE = re.compile(r"[ \t]?\[(?=[^\[\]\n]{0,40}[a-z]{2})[^\[\]\n]{3,400}\][ \t]?")
_LAST_ELISION = re.compile(rf"[ \t]{{0,4}}{_ELISION}[ \t]{{0,4}}(?=[\"”»])")
_COMMAND = re.compile(r"/[A-Za-z][\w:-]{1,60}(?=\s|$)")
_INSIDE = re.compile(r"[\"“«]([^\"“”«»\n]{2,4000})[\"”»]")
_CHOSE = re.compile(r"(?:selected|chose|picked|answered|approved|rejected|accepted)\b", re.IGNORECASE)
_OPENS = '"“«'


def message_items(nodes: list[Node]) -> list[Item]:
    """Return the items of the list, one for each quotation and each description."""
    return [item for node in nodes for item in _message(node)]


def _message(node: Node) -> list[Item]:
    if node.kind is NodeKind.CODE:
        return [_claim(node.text)]
    text = node.text.strip()
    children = node.children
    if text[:1] and text[:1] in _OPENS:
        text, children = " ".join([text, *(child.text for child in node.children)]), []
    found = _items_of(text) if has_words(text) and not (children and is_label(text)) else []
    return found + [item for child in children for item in _message(child)]


def _items_of(text: str) -> list[Item]:
    text = _without_notes(text)
    quoted = quotations(text)
    if quoted is None:
        label, rest = label_of(plain(text))
        quoted = quotations(rest) if label and not _CHOSE.match(label) else None
    if quoted is not None:
        return [item for quote, remark in quoted for item in _quote(quote, remark)]
    if _CHOSE.match(text):
        lead, colon, spoken = text.partition(': "')
        if colon and spoken.endswith('"') and spoken.count('"') == 1:
            return [_item(ItemKind.DECISION, plain(lead)), *_quote(spoken[:-1], "")]
        return [_item(ItemKind.DECISION, plain(text))]
    return _described(plain(text))


def _without_notes(text: str) -> str:
    """Return the text without notes in brackets; inside a quotation an ellipsis replaces them."""
    cut = _NOTE.sub(lambda found: "" if found.end() == len(text) else f" {_ELISION} ", text)
    cut = _LAST_ELISION.sub("", cut)
    return cut.strip() if has_words(cut) else text


def _described(text: str) -> list[Item]:
    """Return the summarizer's description of a message, and its quotations."""
    quoted = [part.strip() for part in _INSIDE.findall(text)]
    spoken = [part for part in quoted if words(part) >= FEW_WORDS]
    found = [item for part in spoken for item in _quote(part, "")]
    rest = text
    for part in spoken:
        rest = rest.replace(part, _ELISION, 1)
    if spoken and words(rest) < REMARK_WORDS:
        return found
    stated = [text] if len(text) > 400 or not spoken else [rest]
    return found + [_claim(part) for each in stated for part in sentences(each) if has_words(part)]


def _quote(quote: str, remark: str) -> list[Item]:
    if not has_words(quote):
        return []
    command = _COMMAND.match(quote)
    if command is not None:
        rest = quote[command.end() :].strip()
        if not has_words(rest):
            return [_claim(f"{quote} ({plain(remark)})" if remark else quote)]
        quote = rest
    if remark and words(quote) < FEW_WORDS:
        return [_item(ItemKind.DECISION, f'"{quote}" ({remark})')]
    found = [_item(ItemKind.CLAIM, quote, speaker="user")]
    if words(remark) >= REMARK_WORDS:
        found.append(_claim(plain(remark)))
    return found


def _claim(text: str) -> Item:
    return _item(ItemKind.CLAIM, text)


def _item(kind: ItemKind, text: str, *, speaker: str | None = None) -> Item:
    return Item.model_validate({"kind": kind, "text": ended(text.strip()), "speaker": speaker})
