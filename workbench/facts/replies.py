"""Answers in plain words to what the agent proposed: an option chosen, an offer taken or declined.

The decision stands in two places, so its text is the agent's question or option with the human's answer.
An answer whose question names too little, or that could answer several, is not sure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gates.language.similarity import statement
from gates.language.tokens import sentences
from gates.source import EventKind, SourceEvent
from workbench.facts.commitment import Basis, Commitment, Kind
from workbench.facts.folding import Fold
from workbench.facts.prose import Statement, statements
from workbench.facts.sentence import classify
from workbench.facts.spans import Lookup, Words, fold, shorten
from workbench.facts.words import CONFIRMATIONS

MAX_OPINIONS = 12
"""Statements of one message that are weighed."""
MAX_PART = 240
"""Longest question or option that is quoted, in characters."""
NAMES_ENOUGH = 3
"""Distinct stems from which an offer says what it offers."""
TAIL = 1_600
"""Characters at the end of the agent's message in which its last questions are looked for."""

_CHOICE = re.compile(
    r"^(?:(?:yes|yeah|yep|ok|okay|sure|i think|i'd say|let's go with|let's do|go with|i prefer|i'd go with|"
    r"option|choice|number|#)[,:]? {0,2}){0,3}\(?([A-Ha-h]|[1-9])"
    r"(?:[.,):!;](?!\w)|$| (?=(?:and|but|please|is|seems|sounds|looks|works|then|with|for)\b))",
    re.IGNORECASE,
)
_SEEMS = re.compile(r"\b([A-H]|option [A-Ha-h1-9]) (?:seems|sounds|looks|is|works)\b")
_OPTION = re.compile(
    r"^[ \t>*_#|-]{0,8}(?:option |choice )?[*_(]{0,3}([A-Ha-h]|[1-9])[.):]{1,2}[*_]{0,2}[ \t]+"
    r"(\S[^\n]{3,400})",
    re.MULTILINE | re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(?:want me to|would you like me to|shall i|should i|do you want me to|would you like to|"
    r"ready (?:for me )?to|can i|may i|is it ok(?:ay)? (?:if i|to)|do we want to|should we|shall we)\b",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^(?:yes|yeah|yea|yep|yup|sure|ok|okay|absolutely|definitely|please do|go ahead|do it|agreed|correct|"
    r"lgtm)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^(?:no|nope|nah)[,.!]? {0,2}(?:thanks?|thank you|need|"
    r"(?:i think )?(?:this|that|it)(?:'s| is)(?: fine| ok)|leave it|not now|let's not|don't|$)",
    re.IGNORECASE,
)
_FITS = re.compile(
    r"\b(?:does|do|is|are|would|sound|look)\b.{0,120}\b(?:looks?|sounds?|works?|match|matches|fits?|sense|good|right|"
    r"fine|ok|okay|complete|correct|acceptable)\b",
    re.IGNORECASE,
)
_OPINES = re.compile(
    r"^(?:h+m+,? )?(?:no|nah|nope|i think|i feel|i'd say|i guess|i believe|imo|perhaps|maybe|actually)\b",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:should(?:n't)?|must|would only|would rather|we want|i want|we need|it needs|they need|"
    r"how about|why don't we|why not|what if we|could we|can we|can stay|can leave|leave it|as is|"
    r"from now on|instead)\b",
    re.IGNORECASE,
)
_CELL = re.compile(r" {0,2}\| {0,2}")
_MARKUP = re.compile(r"[*_`]+")


@dataclass(frozen=True, slots=True)
class _Asked:
    """The questions and options at the end of the agent's message."""

    event: SourceEvent
    questions: tuple[Words, ...]
    options: tuple[tuple[str, Words], ...]


class ReplyFold(Fold):
    """Every answer in plain words, sure or not, in order; lanes are left out."""

    def __init__(self) -> None:
        self._found: list[Commitment] = []
        self._asked: SourceEvent | None = None
        """The agent's last message since the human's."""

    def take(self, event: SourceEvent) -> None:
        """Keep what the agent says, hold what the human says against it."""
        if event.lane is not None:
            return
        if event.kind is EventKind.ASSISTANT and event.text.strip():
            self._asked = event
        elif event.kind is EventKind.USER:
            asked, self._asked = self._asked, None
            reply = None if asked is None else _reply(_read(asked), event)
            self._found += [reply] if reply is not None else _opinions(event, replies=asked is not None)

    def result(self) -> list[Commitment]:
        """The answers so far."""
        return list(self._found)


def _reply(asked: _Asked, event: SourceEvent) -> Commitment | None:
    events = {asked.event.ordinal: asked.event, event.ordinal: event}
    said = statements(event.text[:2_000])
    if not said:
        return None
    for statement_ in said[:3]:
        chosen = _chosen(events, asked, event, statement_)
        if chosen is not None:
            return chosen
    return _taken(events, asked, event, said[0])


def _opinions(event: SourceEvent, *, replies: bool) -> list[Commitment]:
    """Plain statements that weigh what the agent said, or wish; what follows is for a person to say."""
    found = []
    for number, said in enumerate(statements(event.text[: 2 * TAIL])[:MAX_OPINIONS]):
        weighs = replies and number == 0 and _OPINES.match(said.text) and not said.text.endswith("?")
        short = len(said.text) <= MAX_PART and len(statement(said.text).stems) >= 2
        if short and (weighs or _WISHES.search(said.text)) and classify(said.text) is None:
            place = (Words(event.ordinal, said.start, said.end),)
            made = Commitment(Kind.DECISION, Basis.OPINION, said.text, "in_force", place, (event.ordinal,))
            found.append(replace(made, sure=False))
    return found


def _chosen(events: Lookup, asked: _Asked, event: SourceEvent, first: Statement) -> Commitment | None:
    """An option of a list, named by its letter or number."""
    whole = event.text[: first.end].strip()  # with the mark that makes `b) please` look like a list
    short = len(first.text.split()) <= 3
    match = _CHOICE.match(first.text) or (short and _CHOICE.match(whole)) or _SEEMS.search(first.text)
    if not match:
        return None
    label = match.group(1).casefold().removeprefix("option ")
    named = {key: words for key, words in asked.options}
    if label not in named or len(named) < 2 or len(first.text) > MAX_PART:
        return None
    option = named[label]
    question = asked.questions[-1] if asked.questions else None
    answer = Words(event.ordinal, first.start, first.end)
    told = _CELL.sub(" - ", _MARKUP.sub("", fold(option.quote(events))).strip(" |"))
    asks = "" if question is None else f"{fold(_MARKUP.sub('', question.quote(events)))} "
    places = tuple(w for w in (question, option, answer) if w is not None)
    return _commitment(f"{asks}{label.upper()}: {told}", places, event.ordinal, asks.strip())


def _taken(events: Lookup, asked: _Asked, event: SourceEvent, first: Statement) -> Commitment | None:
    """An offer of the agent, taken or declined."""
    takes, declines = _YES.match(first.text), _NO.match(first.text)
    offers = [w for w in asked.questions if _OFFER.search(w.quote(events))]
    approves = (
        takes and not offers and len(asked.questions) == 1 and _FITS.search(asked.questions[0].quote(events))
    )
    offers = list(asked.questions) if approves else offers
    if not offers or not (takes or declines) or first.text.rstrip().endswith("?"):
        return None
    offer = fold(_MARKUP.sub("", offers[-1].quote(events)))
    about = statement(_OFFER.sub(" ", offer)).stems
    named = len(about) >= NAMES_ENOUGH or bool(statement(offer).tokens.identifiers)
    open_choice = " or " in f" {offer.casefold()} " or len(asked.questions) > 1 or len(asked.options) > 1
    sure = named and not approves and not (open_choice and _bare(first.text))
    answer = Words(event.ordinal, first.start, first.end)
    kept = shorten(fold(first.text), MAX_PART)
    places = (offers[-1], answer)
    return _commitment(f"{offer} {kept}", places, event.ordinal, offer, sure=sure)


def _bare(text: str) -> bool:
    words = re.findall(r"[a-z']+", text.casefold())
    return all(word in CONFIRMATIONS for word in words)


def _commitment(
    text: str, places: tuple[Words, ...], ordinal: int, question: str, *, sure: bool = True
) -> Commitment:
    ordered = tuple(sorted(places))
    return Commitment(
        Kind.DECISION, Basis.REPLY, text, "in_force", ordered, (ordinal,), context=question, sure=sure
    )


def _read(event: SourceEvent) -> _Asked:
    """The questions of the last paragraphs, and the options of the last list that has them."""
    text = event.text
    tail = max(0, len(text) - TAIL)
    paragraph = max(text.rstrip().rfind("\n\n"), tail)
    questions = [
        Words(event.ordinal, start, start + len(shorten(text[start:end], MAX_PART)))
        for start, end in sentences(text)
        if start >= paragraph and text[start:end].rstrip("*_\"') ").endswith("?")
    ]
    options: dict[str, Words] = {}
    for match in _OPTION.finditer(text, max(0, len(text) - 4 * TAIL)):
        start = match.start(2)
        kept = shorten(text[start : match.end(2)], MAX_PART)
        options[match.group(1).casefold()] = Words(event.ordinal, start, start + len(kept))
    return _Asked(event, tuple(questions), tuple(options.items()))
