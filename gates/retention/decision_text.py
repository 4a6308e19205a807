"""What of a captured decision was decided, without what only stands beside it.

A choice among offered options holds the option's name; its description is the words of whoever offered it. A
directive with a question behind it (`let's store it in metadata, can you give an example?`) is the directive.
It cuts text and judges nothing; where it is not sure it leaves the text whole.
"""

from __future__ import annotations

import re

_OPTION = re.compile(
    r"(?P<asked>[^\n]{3,300}\?) (?:[A-Z0-9]{1,2}[.:)] )?(?P<name>[^\n]{3,80}?)"
    r"(?: \(recommended\))? [-–—] [^\n]{12,2000}",
    re.IGNORECASE,
)
_ASKED_TOO = re.compile(r",? (?:and )?(?:can|could|would) you\b[^\n]{3,300}\?\s*$", re.IGNORECASE)
_LABELLED = re.compile(r"(?P<asked>[^\n]{3,300}\?) (?P<label>[A-Z]|[0-9]{1,2}): (?P<rest>[^\n]{3,2000})")
"""An option with the letter or number that it had in the question."""
_ASSENT = re.compile(
    r"[.?!]? (?:yes,? |ok(?:ay)?,? )?(?:let's (?:do|go with|take) it|(?:i think |i feel |i'd say )?it"
    r" (?:is|looks|seems|sounds|works))(?: (?:the )?(?:best|better|fine|good|great|ok(?:ay)?|right))?"
    r"(?: (?:approach|choice|idea|one|option|way))?[.!]*$",
    re.IGNORECASE,
)
"""Takes the option before it and adds nothing."""
_ASIDE = re.compile(
    r" \((?:avoids?|because|since|e\.g\.|i\.e\.|for example|for instance|such as|see|"
    r"needed (?:for|by)|used (?:for|by)|so that)\b"
    r"[^()\n]{0,200}\)",
    re.IGNORECASE,
)
"""A reason or an example in brackets."""
_LEAST = 20
"""Characters that must stay when a question behind a directive is cut off."""


_OPENING_NO = re.compile(r"^(?:no|nope|nah)[,.!;:] +(?=\S+ \S+ \S)", re.IGNORECASE)
"""Turns down what was said before; it denies nothing of the words behind it."""


_ALREADY = re.compile(
    r"(?<=[.!]) (?!(?:if|when|unless|do|don't)\b)"
    r"(?:(?!\b(?:must|should|only|never|not|but|so|keep|use)\b)[^.!?\n]){0,120}\balready\b"
    r"(?:(?!\b(?:must|should|only|never|not|but|so|keep|use)\b)[^.!?\n]){0,120}[.!]?$",
    re.IGNORECASE,
)
"""A last sentence that only says what is so already, for a reason."""
_GIVEN = re.compile(
    r"^(?:there(?:'s| is| are)|we(?:'ve| have)?|it|they|that|this)\b"
    r"(?=[^,.;?!\n]{0,120}\balready\b)[^,.;?!\n]{1,240}[,;.] "
    r"(?=(?:so )?(?:let's|lets|please|we should|you should|use|reuse|don't|do not|avoid)\b)",
    re.IGNORECASE,
)
"""What is so already, before what is to follow from it."""
_TAG = re.compile(
    r",? ?\b(?<!\bor )(?:no|right|correct|eh|huh|ok(?:ay)?"
    r"|(?:do|don't|does|doesn't|is|isn't|are|aren't|should|shouldn't) "
    r"(?:i|it|that|they|this|we|you))\s*\?+\s*$",
    re.IGNORECASE,
)
"""Asks at the end for assent, and denies nothing: `we need the id, no?`."""


def decided(text: str) -> str:
    """The part of a captured decision that a compaction must hold."""
    text = _ALREADY.sub("", _TAG.sub("", text)) or text
    text = _GIVEN.sub("", text)
    text = _OPENING_NO.sub("", text)
    option = _OPTION.fullmatch(text)
    if option is not None:
        return f"{option['asked']} {option['name']}"
    text = _ASIDE.sub("", text)
    labelled = _LABELLED.fullmatch(text)
    if labelled is not None:
        named = re.compile(
            rf"\b(?:option |number )?{labelled['label']}\b(?= (?:is|seems|sounds|looks|works)\b|[.,!)]|$)"
        )
        rest = named.sub("it", labelled["rest"])
        return f"{labelled['asked']} {_ASSENT.sub('', rest) or rest}"
    asked = _ASKED_TOO.search(text)
    return text[: asked.start()] if asked is not None and asked.start() >= _LEAST else text


_PLACE = re.compile(
    r"^(?:item|milestone|part|phase|step|task) #?\d{1,3}(?:\.\d{1,3})?\s?[:.)–—-]\s+"
    r"| ?\((?:part|phase|pr|pull request|step) #?\d{1,3}\)",
    re.IGNORECASE,
)
"""The place of a piece of work in a plan: `Step 3:`, `(PR 2)`."""


_MENTION = re.compile(r"(?<!\S)@(?=[\w.-]+/[\w./-]*\.\w{1,6}\b)")
"""The mark by which a person points an agent to a file: `@docs/plan.md`."""


def to_hold(kind: str, text: str) -> str:
    """What a compaction must hold of a captured item: of work what is to be done, wherever a plan has it."""
    text = _MENTION.sub("", text)
    return decided(text) if kind == "decision" else _PLACE.sub("", text).strip() or text
