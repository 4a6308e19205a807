"""Reads plain-text answers to the agent's proposals: an option chosen, an offer taken or declined.

Such a decision is spread over two events, so its text joins the agent's question or option with the user's
answer. An answer whose question names too little, or that could answer several, is not sure.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from gates.language.opening import CONFIRMATIONS
from gates.language.similarity import statement
from gates.source import EventKind, SourceEvent
from workbench.facts.answers.antecedents import MAX_PART, TAIL, Antecedent, read_message, with_entries
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.folding import EventFold
from workbench.facts.sentences.one_off import is_one_off, limits_scope
from workbench.facts.sentences.prose import HumanSentence, statements
from workbench.facts.sentences.remarks import reports_own
from workbench.facts.sentences.sentence import classify
from workbench.facts.spans import EventWords, Lookup, fold, shorten, trimmed, without_emphasis

MAX_OPINIONS = 12
"""Most statements of one message that are considered as opinions."""
NAMES_ENOUGH = 3
"""Fewest distinct stems that make clear what an offer offers."""

_ENDS = re.compile(r"[.?!:;][\s*_\"'`)\]]*$")
"""The end of a sentence that was not cut; the rest of a cut sentence is unknown."""
_CHOICE = re.compile(
    r"^(?:(?:yes|yeah|yep|ok|okay|sure|i think|i'd say|let's go with|let's do|go with|i prefer|i'd go with|"
    r"option|choice|number|#)[,:]? {0,2}){0,3}\(?([A-Ha-h]|[1-9])"
    r"(?:[.,):!;](?!\w)|$| (?=(?:and|but|please|is|seems|sounds|looks|works|then|with|for)\b))",
    re.IGNORECASE,
)
_ALSO = re.compile(r"(?:\band\b|&|,|\+|\bthen\b) ?(?:option )?\(?[A-H1-9]\b", re.IGNORECASE)
"""A second option that is taken too."""
_SEEMS = re.compile(r"\b([A-H]|option [A-Ha-h1-9]) (?:seems|sounds|looks|is|works)\b")
_OFFER = re.compile(
    r"\b(?:want me to|would you like me to|shall i|should i|do you want me to|would you like to|"
    r"ready (?:for me )?to|can i|may i|is it ok(?:ay)? (?:if i|to)|do we want to|should we|shall we)\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"(?:if you(?:'d)? (?:want|like|prefer|agree|wish)[^,.?]{0,40}, )?"
    r"(?:the next (?:useful |natural |best )?step (?:is|would be)|"
    r"(?:next,? )?i(?:'ll| can| could| will)(?: now| next| then| also)?) ",
    re.IGNORECASE,
)
"""An offer of the agent to do something next, such as `If you want, I can map this out.`"""
_YES = re.compile(
    r"^(?:yes|yeah|yea|yep|yup|sure|ok|okay|absolutely|definitely|please do|go ahead|do it|agreed|correct|"
    r"lgtm)\b",
    re.IGNORECASE,
)
_GOES = re.compile(
    r"^(?:let's (?:do|go)|sounds (?:good|great|right|fine)|works for me|"
    r"go for it|that works|perfect|great|do that|"
    r"i agree|agree|makes sense|proceed|fine)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:option|approach|plan|design|proposal|proceed|go ahead|continue|way)\b", re.IGNORECASE
)
"""An offer that refers to something stated earlier, which is what the answer decides."""
BARE_CHOICE = 4
"""Longest choice, in words, that adds nothing to the option that it takes."""
_BUT = re.compile(r"^(?:\w+[,.!]? ){1,4}(?:but|though|however|except)\b", re.IGNORECASE)
"""An assent that continues with something else."""
_MARK = re.compile(r"^(?:[-*+•]|\d{1,2}[.)])\s+")
SHORT_ASSENT = 8
"""Longest assent, in words, that adds nothing to the proposal."""
_NO = re.compile(
    r"^(?:no|nope|nah)[,.!]? {0,2}(?:thanks?|thank you|need|"
    r"(?:i think )?(?:this|that|it)(?:'s| is)(?: fine| ok)|leave|keep|not|let's|don't|"
    r"do not|only|just|stay|$|"
    r"(?:ship|merge|push|commit|submit|send|post|publish|release|skip|drop|forget)\b)",
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
_LACKING = re.compile(
    r"no [^.,;\n]{2,80} (?:is|are|was|were|has been|have been|gets?|got) "
    r"(?:\w{3,14}ed|set|found|shown|there|sent)\b",
    re.IGNORECASE,
)
"""A report that something is missing, such as `no client id is configured`; no opinion."""
_WISHES = re.compile(
    r"\b(?:should(?:n't)?|must|would only|would rather|we want|i want|we need|it needs|they need|"
    r"how about|why don't we|why not|what if we|could we|can we|can stay|can leave|leave it|as is|"
    r"from now on|instead)\b",
    re.IGNORECASE,
)
_CELL = re.compile(r" {0,2}\| {0,2}")


class ReplyFold(EventFold):
    """Every plain-text answer, sure or not, in order; sidechains are left out."""

    def __init__(self) -> None:
        self._found: list[Commitment] = []
        self._open: list[Commitment] = []
        """The answers of the last message, which the agent may still carry out."""
        self._acted = False
        """Whether a tool was called since."""
        self._limited = False
        """Whether that message limits its agreement, in words that its short answers may not contain."""
        self._asked: SourceEvent | None = None
        """The agent's last message since the user's."""

    def take(self, event: SourceEvent) -> None:
        """Remember a message of the agent; read a message of the user as its answer."""
        if event.sidechain is not None:
            return
        self._acted = self._acted or event.kind is EventKind.TOOL_CALL
        if event.kind is EventKind.ASSISTANT and event.text.strip():
            self._asked = event
        elif event.kind is EventKind.USER:
            self._settle()
            asked, self._asked = self._asked, None
            replies = [] if asked is None else _replies(read_message(asked), event)
            self._open = replies or _opinions(event, replies=asked is not None)
            self._limited = any(
                limits_scope(sentence.text) for sentence in statements(event.text[:2_000])[:1]
            )

    def _settle(self) -> None:
        """Close the last message's answers after their turn; an offer taken and carried out is done."""
        for each in self._open:
            offered = each.context if each.context and _OFFER.search(each.context) else ""
            pointed = not each.text.startswith(offered)  # what the offer points to stands before it
            bare = (len(each.words) == 2 or pointed) and _POINTS.search(offered) is None
            whole = not self._limited and (not each.context or _ENDS.search(each.context) is not None)
            answered = each.text.rpartition(offered)[2] if offered else each.text
            taken = bare and (pointed or is_one_off(offered)) and not limits_scope(answered)
            over = whole and self._acted and (taken or (each.sure and is_one_off(each.text)))
            went_on = self._acted or self._asked is not None
            over = over or (whole and went_on and _NEXT.match(each.text) is not None)
            self._found.append(each.with_status("done") if over else each)
        self._open, self._acted = [], False

    def result(self) -> list[Commitment]:
        """Return the answers so far."""
        return [*self._found, *self._open]


def _replies(asked: Antecedent, event: SourceEvent) -> list[Commitment]:
    """Return the decisions that the answers of one message make."""
    events = {asked.event.ordinal: asked.event, event.ordinal: event}
    numbered = _numbered(events, asked, event)
    sentences = statements(event.text[:2_000])
    if numbered or not sentences:
        return numbered
    for statement_ in sentences[:3]:
        chosen = _chosen(events, asked, event, statement_)
        if chosen is not None:
            return [chosen]
    taken = _taken(events, asked, event, sentences[0])
    if taken is None or not taken.sure:
        taken = _agreed(events, asked, event, sentences[0]) or taken
    return [] if taken is None else [taken]


_NUMBERED = re.compile(r"(?:^|(?<=[\n.,;!? ]))\(?#?(\d{1,2})[.):]\s{0,3}(?=\S)")
MOST_ANSWERS = 30
LONG_ANSWER = 12
"""Fewest words of a numbered line that must share a stem with the entry that it answers."""


def _numbered(events: Lookup, asked: Antecedent, event: SourceEvent) -> list[Commitment]:
    """Read `1. yes 2. the file` as an answer to each numbered question or entry of the agent's message."""
    text = event.text[:2_000]
    marks = list(_NUMBERED.finditer(text))[:MOST_ANSWERS]
    entries = dict(asked.options)
    labels = [mark.group(1) for mark in marks]
    rising = all(int(a) < int(b) for a, b in pairwise(labels))
    if len(marks) < 2 or not rising or any(label not in entries for label in labels):
        return []
    found = []
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        end = len(text) if following is None else following.start()
        place = trimmed(text, event.ordinal, mark.end(), end)
        if place is None or text[place.start : place.end].rstrip().endswith("?"):
            continue
        entry = entries[mark.group(1)]
        about = fold(without_emphasis(entry.quote(events)))
        answer = shorten(fold(text[place.start : place.end]), MAX_PART)
        if len(answer.split()) >= LONG_ANSWER and not statement(answer).stems & statement(about).stems:
            return []  # the user's own numbered list
        found.append(_commitment(f"{about} {answer}", (entry, place), event.ordinal, about))
    return found


def _agreed(events: Lookup, asked: Antecedent, event: SourceEvent, first: HumanSentence) -> Commitment | None:
    """Read an explicit assent to the agent's last proposal; the decision's text is the proposal."""
    agrees = _YES.match(first.text) or _GOES.match(first.text)
    if asked.proposal is None or not agrees or first.text.rstrip().endswith("?") or _BUT.match(first.text):
        return None
    if reports_own(first.text):
        return None
    proposal = _MARK.sub("", fold(without_emphasis(asked.proposal.quote(events))))
    compared = statement(proposal)
    open_choice = re.search(r"\b(?:either|or)\b", proposal.casefold()) is not None or len(asked.options) > 1
    sure = len(compared.stems) > NAMES_ENOUGH and not open_choice and len(first.text.split()) <= SHORT_ASSENT
    answer = EventWords(event.ordinal, first.start, first.end)
    adds = len(statement(first.text).stems - compared.stems) >= NAMES_ENOUGH
    text = f"{proposal} {shorten(fold(first.text), MAX_PART)}" if adds else proposal
    return _commitment(text, (asked.proposal, answer), event.ordinal, proposal, sure=sure)


def _opinions(event: SourceEvent, *, replies: bool) -> list[Commitment]:
    """Return statements that judge the agent's message or express a wish.

    Only a person can decide what follows.
    """
    found = []
    for number, sentence in enumerate(statements(event.text[: 2 * TAIL])[:MAX_OPINIONS]):
        weighs = replies and number == 0 and _OPINES.match(sentence.text) and not sentence.text.endswith("?")
        short = len(sentence.text) <= MAX_PART and len(statement(sentence.text).stems) >= 2
        weighs = weighs and _LACKING.match(sentence.text) is None
        if short and (weighs or _WISHES.search(sentence.text)) and classify(sentence.text) is None:
            place = (EventWords(event.ordinal, sentence.start, sentence.end),)
            made = Commitment(
                CommitmentKind.DECISION, Basis.OPINION, sentence.text, "in_force", place, (event.ordinal,)
            )
            found.append(replace(made, sure=False))
    return found


def chosen_label(asked: Antecedent, message: str) -> str | None:
    """Return the letter or number of the one option that a message takes, or None for none or several."""
    sentences = statements(message[:2_000])
    for each in sentences[:3]:
        label = _label(asked, each.text, message[: each.end].strip())
        if label is not None:
            return None if _ALSO.search(each.text) else label
    return None


def _label(asked: Antecedent, text: str, whole: str) -> str | None:
    """Return the letter or number of the option that a sentence names.

    `whole` is the message up to its end.
    """
    short = len(text.split()) <= 3
    match = _CHOICE.match(text) or (short and _CHOICE.match(whole)) or _SEEMS.search(text)
    if not match:
        return None
    label = match.group(1).casefold().removeprefix("option ")
    named = dict(asked.options)
    return label if label in named and len(named) > 1 and len(text) <= MAX_PART else None


def _chosen(events: Lookup, asked: Antecedent, event: SourceEvent, first: HumanSentence) -> Commitment | None:
    """Read the choice of a list's option by its letter or number."""
    whole = event.text[: first.end].strip()  # with the mark that makes `b) please` look like a list
    label = _label(asked, first.text, whole)
    if label is None:
        return None
    option = dict(asked.options)[label]
    entries = [words for _, words in asked.options]
    own = [q for q in asked.questions if not any(q.start < e.end and e.start < q.end for e in entries)]
    question = own[-1] if own else None
    answer = EventWords(event.ordinal, first.start, first.end)
    stated = _CELL.sub(" - ", without_emphasis(fold(option.quote(events))).strip(" |"))
    asks = "" if question is None else f"{fold(without_emphasis(question.quote(events)))} "
    places = tuple(w for w in (question, option, answer) if w is not None)
    more = f" {fold(first.text)}" if len(first.text.split()) > BARE_CHOICE else ""
    return _commitment(f"{asks}{label.upper()}: {stated}{more}", places, event.ordinal, asks.strip())


def _taken(events: Lookup, asked: Antecedent, event: SourceEvent, first: HumanSentence) -> Commitment | None:
    """Read an offer of the agent that was taken or declined."""
    takes, declines = _YES.match(first.text), _NO.match(first.text)
    offers = [w for w in asked.questions if _OFFER.search(w.quote(events))]
    approves = (
        takes and not offers and len(asked.questions) == 1 and _FITS.search(asked.questions[0].quote(events))
    )
    offers = list(asked.questions) if approves else offers
    if not offers or not (takes or declines) or first.text.rstrip().endswith("?"):
        return None
    offer = fold(without_emphasis(offers[-1].quote(events)))
    about = statement(_OFFER.sub(" ", offer)).stems
    named = len(about) >= NAMES_ENOUGH or bool(statement(offer).tokens.identifiers)
    open_choice = " or " in f" {offer.casefold()} " or len(asked.questions) > 1 or len(asked.options) > 1
    sure = named and not approves and not (open_choice and _bare(first.text))
    if takes and len(first.text.split()) > SHORT_ASSENT:
        # `ok, just tested it ...`: an assent that goes on about something else takes no offer.
        sure = sure and bool(statement(first.text[takes.end() :]).stems & about)
    answer = EventWords(event.ordinal, first.start, first.end)
    kept = shorten(fold(first.text), MAX_PART)
    places = (offers[-1], answer)
    if takes and not named and asked.proposal is not None and _points(asked, offer, first.text):
        pointed = with_entries(asked.event, asked.proposal)
        about_it = fold(without_emphasis(pointed.quote(events)))
        return _commitment(f"{about_it} {offer} {kept}", (pointed, *places), event.ordinal, offer)
    return _commitment(f"{offer} {kept}", places, event.ordinal, offer, sure=sure)


def _points(asked: Antecedent, offer: str, answer: str) -> bool:
    """Return whether a bare yes takes the only offer of a message, which points to its proposal."""
    words = re.findall(r"[a-z']+", answer.casefold())
    bare = all(word in CONFIRMATIONS or word == "do" for word in words)
    return bare and len(asked.questions) == 1 and " or " not in f" {offer.casefold()} "


def _bare(text: str) -> bool:
    words = re.findall(r"[a-z']+", text.casefold())
    return all(word in CONFIRMATIONS for word in words)


def _commitment(
    text: str, places: tuple[EventWords, ...], ordinal: int, question: str, *, sure: bool = True
) -> Commitment:
    ordered = tuple(sorted(places))
    return Commitment(
        CommitmentKind.DECISION,
        Basis.REPLY,
        text,
        "in_force",
        ordered,
        (ordinal,),
        context=question,
        sure=sure,
    )
