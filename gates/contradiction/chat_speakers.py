"""Speakers and doers of a short chat that a claim exchanges.

All warn: `said_by_other`, words attributed to the one speaker that only the other said; `answer_differs`,
assent reported as refusal or the reverse; `owner_differs`, an action attributed to another person.
"""

from __future__ import annotations

import re

from gates.artifact import Item
from gates.contradiction.message_clauses import (
    MATTER_AT,
    ChatClause,
    holds_term,
    plain_stems,
    share_of,
    spoken,
    warned,
)
from gates.findings import Found
from gates.language.capitals import CAPITAL, SMALL, capitalised
from gates.language.lexicon import NEGATIONS, STOPWORDS
from gates.language.speech_verbs import PUTS_FORWARD, told_forms
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex
from gates.source import EventKind

_SPOKE = rf"(?:{told_forms(PUTS_FORWARD | {'want'})})"
_WHO = r"the (?P<who>user|human|customer|assistant|agent)"
_WISH = r"(?:idea|wish|recommendation|proposal|suggestion|request|demand|advice)"
_CREDITS = (
    re.compile(
        rf"\b(?:(?:it was |by )?the )?(?P<who>user|human|customer|assistant|agent) (?:who |that )?"
        rf"(?:\w{{2,12}}ly |also |then |first )?{_SPOKE}\b(?: that| whether| to| for| on)?"
        r"(?P<what>[^.;]{2,200})",
        re.IGNORECASE,
    ),
    re.compile(rf"\bit was {_WHO}'s (?:own )?{_WISH}(?: to| that)? (?P<what>[^.;]{{2,200}})", re.IGNORECASE),
    re.compile(rf"(?P<what>[^.;]{{2,200}}?) (?:was|is|were) (?:the|an) {_WISH} of {_WHO}\b", re.IGNORECASE),
    re.compile(rf"(?P<what>[^.;]{{2,200}}?) (?:was|is|were) {_WHO}'s (?:own )?{_WISH}\b", re.IGNORECASE),
    re.compile(
        r"(?P<what>[^.;]{2,200}?) (?:was|were|is|are) (?:first )?(?:asked for|demanded|proposed|recommended"
        rf"|requested|suggested|wanted) by {_WHO}\b",
        re.IGNORECASE,
    ),
)
SAID_BY_OTHER = 0.6
"""Share of the reported words that a sentence of the other speaker must contain."""
OTHER_SAYS_MORE = 0.3
"""Lead by which it must exceed the share of every sentence of the credited speaker."""
_HUMANS = frozenset("user human customer".split())
_YES = re.compile(
    r"\W{0,3}(?:yes|yep|yeah|ok|okay|sure|sounds good|go ahead|do it|please do|fine|agreed|great|good|perfect"
    r"|right)\b",
    re.IGNORECASE,
)


def credited_otherwise(item: Item, index: SourceIndex) -> list[Found]:
    """Find words attributed to one speaker that only the other said."""
    match = next(filter(None, (pattern.search(item.text) for pattern in _CREDITS)), None)
    if match is None:
        return []
    human = match["who"].casefold() in _HUMANS
    stems = plain_stems(match["what"])
    if not stems or (len(stems) == 1 and not re.search(rf"\d|\b{CAPITAL}", match["what"])):
        return []
    own = EventKind.USER if human else EventKind.ASSISTANT
    best: dict[bool, tuple[float, ChatClause]] = {}
    for clause in spoken(index, clauses=False):
        share = share_of(stems, clause.stems)
        mine = clause.kind is own
        if share > best.get(mine, (0.0, clause))[0]:
            best[mine] = share, clause
    theirs = best.get(False)
    mine_share = best[True][0] if True in best else 0.0
    if theirs is None or theirs[0] < SAID_BY_OTHER or mine_share > theirs[0] - OTHER_SAYS_MORE:
        return []
    if human and _agreed(theirs[1], index):
        return []
    other = "the assistant" if human else "the user"
    return warned("said_by_other", f"only {other} says so", item, index, theirs[1])


def _agreed(said: ChatClause, index: SourceIndex) -> bool:
    """Return whether the user's next message begins with assent."""
    after = (e for e in index.range_events if e.ordinal > said.ordinal and e.kind is EventKind.USER)
    answer = next(after, None)
    return answer is not None and _YES.match(answer.text) is not None


_AGREED = re.compile(
    r"\b(?:the )?user (?:\w{2,12}ly |also |then )?(?P<said>agreed|accepted|approved|consented|allowed"
    r"|said yes|declined|refused|rejected|said no)\b",
    re.IGNORECASE,
)
_REFUSALS = frozenset(["declined", "refused", "rejected", "said no"])
_NO = re.compile(
    r"\W{0,3}(?:no|nope|nah|don't|do not|not)\b(?! (?:problem|worries|need to ask))", re.IGNORECASE
)


def answered(item: Item, index: SourceIndex) -> list[Found]:
    """Find reported agreement to what the user refused, or the reverse."""
    match = _AGREED.search(item.text)
    if match is None or NEGATIONS & set(re.findall(r"[a-z']+", item.text.casefold())):
        return []
    stems = plain_stems(item.text) - plain_stems(match["said"])
    refused = match["said"].casefold() in _REFUSALS
    asked = [each for each in spoken(index, clauses=False) if each.text.endswith("?") and stems & each.stems]
    asked = [each for each in asked if each.kind is EventKind.ASSISTANT]
    if not asked:
        return []
    best = max(asked, key=lambda each: (len(stems & each.stems), each.ordinal))
    answer = next(
        (e for e in index.range_events if e.ordinal > best.ordinal and e.kind is EventKind.USER), None
    )
    if answer is None or (_YES if refused else _NO).match(answer.text) is None:
        return []
    return warned("answer_differs", f"the user answers there: {answer.text[:60]}", item, index, best)


_WORD = capitalised(SMALL[1:-1], least=1, most=20)
_NAME = re.compile(
    rf"(?:(?<=[\w,;:] )|(?<=Dr\. )|(?<=Mr\. )|(?<=Ms\. )){_WORD}\b"
    rf"|(?:^|(?<=[.!?] )){_WORD}(?= [a-z]{{2,12}}s\b)",
    re.MULTILINE,
)
_TITLES = frozenset("Dr Mr Mrs Ms Also And But Then I".split())
_CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july"
    " august september october november december".split()
)


def _people(index: SourceIndex, text: str) -> frozenset[str]:
    """Return capitalised words in the places of names that occur nowhere in lower case."""
    whole = "\n".join(event.text for event in index.range_events)
    found = set(_NAME.findall(whole)) - _TITLES
    return frozenset(
        name
        for name in found
        if name.casefold() not in _CALENDAR | STOPWORDS
        and not re.search(rf"\b{name.casefold()}\b", f"{whole}\n{text}")
    )


def _act_after(name: str, text: str) -> str:
    """Return the stem of the first word after a name that is not a stop word."""
    _, _, after = text.partition(name)
    words = (word for word in re.findall(r"[a-z]+", after.casefold()) if word not in STOPWORDS)
    return stem_of(next(words, ""))


def owner(item: Item, index: SourceIndex) -> list[Found]:
    """Find an action attributed to one person that a clause attributes to another."""
    people = _people(index, item.text)
    mine = [name for name in people if holds_term(item.text, name)]
    if len(mine) != 1 or NEGATIONS & set(re.findall(r"[a-z']+", item.text.casefold())):
        return []
    name = mine[0]
    rest = plain_stems(item.text) - plain_stems(name)
    act = _act_after(name, item.text)
    rival: ChatClause | None = None
    known = False
    for clause in spoken(index, clauses=True):
        share = share_of(rest, clause.stems)
        others = [other for other in people if other != name and holds_term(clause.text, other)]
        if holds_term(clause.text, name):
            known = True
            if share >= MATTER_AT or act in clause.stems:
                return []
        elif others and (
            share >= MATTER_AT
            or (2 * share >= 1 and any(_act_after(other, clause.text) == act for other in others))
        ):
            rival = clause
    if rival is None or not known or not act:
        return []
    return warned(
        "owner_differs", f"claims this of {name}; the session has it of another", item, index, rival
    )
