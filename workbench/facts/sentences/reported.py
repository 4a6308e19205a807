"""Other people's words in a user message: `My neighbour wrote me: Always sand first. Is that so?`.

They bind if the user only passes them on; not if the user asks about them, nor if a whole review was put into
the message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from gates.language.capitals import CAPITAL
from workbench.facts.sentences.prose import HumanSentence, statements

MANY = 3
"""Fewest sentences of somebody else that count as a shown text instead of a wish passed on."""

_OTHERS = r"(?:(?!(?:[Ii]|[Ww]e|was|were) )[\w'’.-]{1,30} )"
_OPENS = re.compile(
    r"^(?i:(?:and|but|so|ok(?:ay)?|also|now|today|yesterday)[ ,]{1,2})?"
    rf"(?:(?i:my|our|the|a|an|his|her|their|this|that|another) {_OTHERS}{{1,8}}?"
    rf"|(?i:one|some) of {_OTHERS}{{1,5}}?|(?i:he|she|they|somebody|someone) "
    rf"|(?:(?!We |You ){CAPITAL}[\w'’.-]{{1,30}} ){{1,3}})"
    r"(?:(?:just|also|once|then|has|have|had) ){0,2}"
    r"(?:answered|commented|emailed|forwarded|mailed|noted|posted|replied|reviewed|said|says|sent|suggested|"
    r"told|writes|written|wrote)\b[^:.!?]{0,60}:(?: |$)"
)
"""An introduction of somebody else's words, up to the colon.

`the rules I sent:` introduces the user's own.
"""
_REMARK = re.compile(
    r"[ \t]*(?:[-*•][ \t]+|\(?\d{1,2}[.):][ \t]+)?[`*_\[(]{0,4}"
    r"(?:(?:nit(?:pick)?|minor|suggestion|optional|(?:non-?)?blocking)\b[^:\n]{0,20}:"
    r"|[\w@/.-]{1,120}\.[A-Za-z]{1,5}:\d{1,6}\b)",
    re.IGNORECASE,
)
"""The beginning of a line in a review: its weight, or the file and line that it is about."""
_WANTED = re.compile(
    r"(?:\bdo (?!you|we|i\b|they)|\b(?:address|adopt|apply|change|fix|follow|handle|implement|incorporate|"
    r"resolve|take care of|work (?:on|through))\b)[^.?!\n]{0,60}\b(?:all|below|comments?|each|every\w*|"
    r"feedback|findings?|following|issues?|it|nits?|points?|remarks?|review|suggestions?|that|them|these|"
    r"they|this|those)\b",
    re.IGNORECASE,
)
"""A request to follow remarks."""
REMARKS = 2
"""Fewest such lines with which a message contains a review."""
_OWN = re.compile(r"^(?:i|i'm|i've|i'd|i'll|let's|so|ok(?:ay)?|anyway)\b", re.IGNORECASE)
"""The beginning of a sentence in which the user continues in their own words."""


def reported(message: str, own: Sequence[HumanSentence]) -> frozenset[int]:
    """Return the positions in `own` of sentences that are shown as somebody else's words.

    Args:
        message: the whole message.
        own: its sentences, in order.
    """
    found = _remarks(message, own)
    for number, sentence in enumerate(own):
        if number not in found and _OPENS.match(sentence.text):
            passage = _passage(message, own, number)
            asked = any(each.text.endswith("?") for each in own[passage[-1] + 1 :])
            if asked or len(passage) - sentence.text.endswith(":") >= MANY:
                found.update(passage)
    return frozenset(found)


def _remarks(message: str, own: Sequence[HumanSentence]) -> set[int]:
    """Return the sentences in lines of a review that nobody asks to follow."""
    begins = [message.rfind("\n", 0, each.start) + 1 for each in own]
    lines = {begin for begin in begins if _REMARK.match(message, begin)}
    if len(lines) < REMARKS:
        return set()
    beside = (each.text for each, begin in zip(own, begins, strict=True) if begin not in lines)
    if any(map(_WANTED.search, beside)):
        return set()
    return {number for number, begin in enumerate(begins) if begin in lines}


def is_anothers(message: str, place: int) -> bool:
    """Return whether a code point of a message is within words shown as somebody else's."""
    return any(start <= place < end for start, end in _passages(message))


def shows_remark(message: str, place: int) -> bool:
    """Return whether a code point of a message is within a review that nobody asks to follow."""
    return _REMARK.match(message, message.rfind("\n", 0, place) + 1) is not None and is_anothers(
        message, place
    )


@lru_cache(maxsize=512)
def _passages(message: str) -> tuple[tuple[int, int], ...]:
    if ":" not in message:
        return ()
    own = statements(message)
    return tuple((own[n].start, own[n].end) for n in sorted(reported(message, own)))


def _passage(message: str, own: Sequence[HumanSentence], first: int) -> list[int]:
    """Return the introducing sentence and those of its paragraph, up to the user's own."""
    passage = [first]
    for number in range(first + 1, len(own)):
        between = message[own[number - 1].end : own[number].start]
        led_in = number == first + 1 and own[first].text.endswith(":")
        text = own[number].text
        if ("\n\n" in between.replace(" ", "") and not led_in) or text.endswith("?") or _OWN.match(text):
            break
        passage.append(number)
    return passage
