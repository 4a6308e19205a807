"""Whether a sentence of the agent says something to a reader who sees nothing around it."""

from __future__ import annotations

import re

from gates.language.similarity import statement
from gates.language.tokens import sentences
from workbench.facts.spans import EventWords, Lookup
from workbench.facts.talk import informs, is_under_way

FEWEST_STEMS = 6
"""Words that bear a meaning in a sentence that names nothing."""
FEWEST_NAMED = 4
"""The same in one that names something."""

_LEANS = re.compile(
    r"^\W{0,4}(?:that(?:'s)?|this|these|those|it(?:'s)?|they|both|here(?:'s)?|there(?:'s| is| are| it)|so|"
    r"but|and|or|everything|all (?:good|clean|done|set|green|clear|three|tests|of)|good|great|perfect|"
    r"excellent|interesting|now|wait|hmm|fixed|done|included|expected|clear path|no,|yes,|ok|okay|need|"
    r"oh|ah|got it|i see)\b",
    re.IGNORECASE,
)
"""How a sentence begins that leans on the one before it, or only cheers."""


def says_alone(text: str) -> bool:
    """Whether every sentence of a text states something that lasts, and the first leans on none before it."""
    text = text.replace("’", "'")
    parts = [text[a:b] for a, b in sentences(text)]
    if (
        text.count(" — ") > 1
        or _LEANS.match(text)
        or any(map(is_under_way, parts))
        or not all(informs(part) or len(part.split()) >= FEWEST_NAMED for part in parts)
    ):
        return False
    said = statement(text)
    return len(said.stems) >= (FEWEST_NAMED if said.tokens.identifiers else FEWEST_STEMS)


_ENDS = re.compile(r"\s*(?:$|\n\s*\n|\n\s*(?:[-*+•]|\d{1,3}[.)]|#|EOF|Co-Authored|\)|\"|'|🤖))")
_BEGINS = re.compile(
    r"(?:^|\n[ \t]*\n|[\"':])[ \t]*(?:\n[ \t]*)?(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?$"
    r"|\n[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+$"
)


def is_cut(events: Lookup, words: EventWords) -> bool:
    """Whether words are a line of a wrapped text that goes on before or after them."""
    text = events[words.ordinal].text
    ends = text[words.start : words.end].rstrip()[-1:] in (".", "!", "?")
    before = text[max(0, words.start - 200) : words.start]
    begins = (
        _BEGINS.search(before) is not None or before.rstrip()[-1:] in (".", "!", "?") or "EOF" in before[-8:]
    )
    return not begins or not (ends or _ENDS.match(text, words.end) is not None)
