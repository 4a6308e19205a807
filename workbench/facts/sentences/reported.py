"""Words of somebody else that a human shows: `My neighbour wrote me: Always sand first. Is that so?`.

Others' words bind where the human only passes them on; not where the human asks about them, nor where a
whole review was put into the message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from workbench.facts.sentences.prose import HumanSentence, statements

MANY = 3
"""Sentences of somebody else from which a message shows a text rather than passes a wish on."""

_OPENS = re.compile(
    r"^(?i:(?:and|but|so|ok(?:ay)?|also|now|today|yesterday)[ ,]{1,2})?"
    r"(?:(?i:my|our|the|a|an|his|her|their|this|that|another) (?:[\w'’.-]{1,30} ){1,8}?"
    r"|(?i:one|some) of (?:[\w'’.-]{1,30} ){1,5}?|(?i:he|she|they|somebody|someone) "
    r"|(?:(?!We |You )[A-Z][\w'’.-]{1,30} ){1,3})"
    r"(?:(?:just|also|once|then|has|have|had) ){0,2}"
    r"(?:answered|commented|emailed|forwarded|mailed|noted|posted|replied|reviewed|said|says|sent|suggested|"
    r"told|writes|written|wrote)\b[^:.!?]{0,60}:(?: |$)"
)
"""How somebody else's words are led in, up to the colon."""
_OWN = re.compile(r"^(?:i|i'm|i've|i'd|i'll|let's|so|ok(?:ay)?|anyway)\b", re.IGNORECASE)
"""How the human goes on in their own words."""


def reported(message: str, own: Sequence[HumanSentence]) -> frozenset[int]:
    """Which sentences of a message are shown as somebody else's words, by their positions in `own`.

    Args:
        message: the whole message.
        own: its sentences, in order.
    """
    found: set[int] = set()
    for number, sentence in enumerate(own):
        if number not in found and _OPENS.match(sentence.text):
            passage = _passage(message, own, number)
            asked = any(each.text.endswith("?") for each in own[passage[-1] + 1 :])
            if asked or len(passage) - sentence.text.endswith(":") >= MANY:
                found.update(passage)
    return frozenset(found)


def is_anothers(message: str, place: int) -> bool:
    """Whether a code point of a message stands in words that are shown as somebody else's."""
    return any(start <= place < end for start, end in _passages(message))


@lru_cache(maxsize=512)
def _passages(message: str) -> tuple[tuple[int, int], ...]:
    if ":" not in message:
        return ()
    own = statements(message)
    return tuple((own[n].start, own[n].end) for n in sorted(reported(message, own)))


def _passage(message: str, own: Sequence[HumanSentence], first: int) -> list[int]:
    """The sentence that leads the words in and those of its paragraph, up to the human's own."""
    passage = [first]
    for number in range(first + 1, len(own)):
        between = message[own[number - 1].end : own[number].start]
        led_in = number == first + 1 and own[first].text.endswith(":")
        text = own[number].text
        if ("\n\n" in between.replace(" ", "") and not led_in) or text.endswith("?") or _OWN.match(text):
            break
        passage.append(number)
    return passage
