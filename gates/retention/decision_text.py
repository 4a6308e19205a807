"""Extracts what was decided from the text of a captured decision.

A choice among offered options contains the option's name; its description is the words of the one who offered
it. A directive followed by a question (`let's store it in metadata, can you give an example?`) is the
directive. The module only cuts text; in doubt it leaves the text whole.
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
"""Accepts the option before it and adds nothing."""
_ASIDE = re.compile(
    r" \((?:avoids?|because|since|e\.g\.|i\.e\.|for example|for instance|such as|see|"
    r"needed (?:for|by)|used (?:for|by)|so that)\b"
    r"[^()\n]{0,200}\)",
    re.IGNORECASE,
)
"""A reason or an example in brackets."""
_LEAST = 20
"""Characters that must remain when a question after a directive is cut off."""


_OPENING_NO = re.compile(r"^(?:no|nope|nah)[,.!;:] +(?=\S+ \S+ \S)", re.IGNORECASE)
"""Rejects the preceding message; it denies nothing of the words after it."""


_OPENING_TALK = re.compile(
    r"^(?:(?:wait|hold on|hang on|something else|(?:one|another) (?:more )?thing|oh+|ah+|aha|ta|cheers"
    r"|right|hm+|exactly|lovely|super|brilliant|fair enough|never ?mind)\b[,.!:;…–]+\s+)+(?=\S+ \S)",
    re.IGNORECASE,
)
"""Talk at the beginning, which a comma or stop separates: `wait, `, `something else: `."""
_ALREADY = re.compile(
    r"(?<=[.!]) (?!(?:if|when|unless|do|don't)\b)"
    r"(?:(?!\b(?:must|should|only|never|not|but|so|keep|use)\b)[^.!?\n]){0,120}\balready\b"
    r"(?:(?!\b(?:must|should|only|never|not|but|so|keep|use)\b)[^.!?\n]){0,120}[.!]?$",
    re.IGNORECASE,
)
"""A last sentence that only states an existing fact, as a reason."""
_GIVEN = re.compile(
    r"^(?:there(?:'s| is| are)|we(?:'ve| have)?|it|they|that|this)\b"
    r"(?=[^,.;?!\n]{0,120}\balready\b)[^,.;?!\n]{1,240}[,;.] "
    r"(?=(?:so )?(?:let's|lets|please|we should|you should|use|reuse|don't|do not|avoid)\b)",
    re.IGNORECASE,
)
"""An existing fact that comes before its conclusion."""
_TAG = re.compile(
    r",? ?\b(?<!\bor )(?:no|right|correct|eh|huh|ok(?:ay)?"
    r"|(?:do|don't|does|doesn't|is|isn't|are|aren't|should|shouldn't) "
    r"(?:i|it|that|they|this|we|you))\s*\?+\s*$",
    re.IGNORECASE,
)
"""Asks for agreement at the end, and denies nothing: `we need the id, no?`."""


def decided(text: str) -> str:
    """Return the part of a captured decision that a compaction must contain."""
    text = _ALREADY.sub("", _TAG.sub("", text)) or text
    text = _GIVEN.sub("", text)
    text = _OPENING_TALK.sub("", _OPENING_NO.sub("", text))
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
"""The position of a piece of work in a plan: `Step 3:`, `(PR 2)`."""


_MENTION = re.compile(r"(?<!\S)@(?=[\w.-]+/[\w./-]*\.\w{1,6}\b)")
"""The mark by which a person points an agent to a file: `@docs/plan.md`."""


def to_hold(kind: str, text: str) -> str:
    """Return what a compaction must contain of an item; for work, the task without its position in a plan."""
    text = _MENTION.sub("", text)
    return decided(text) if kind == "decision" else _PLACE.sub("", text).strip() or text
