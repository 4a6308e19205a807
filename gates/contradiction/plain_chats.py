"""What a claim about a short session says against its messages, sentence by sentence.

A short session says each thing once or twice, so that a claim can be laid beside the sentence that it retells.
All warn: `unit_differs`, a figure with another unit; `value_ruled_out`, what the session sets aside for another;
`order_reversed`, two acts told the other way round; `outcome_differs`, passed for failed or failed for passed;
`credited_to_user` and `credited_to_agent`, what only the other one said; `owner_differs`, an act given to
another person; `plan_told_done`, done of what the session only looks forward to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item, ItemKind
from gates.contradiction.message_clauses import Clause, clause_of, plain_stems, share_of, spoken
from gates.contradiction.opposites import siblings
from gates.contradiction.ranking import SHORT_SOURCE
from gates.contradiction.short_sources import LONGEST
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.lexicon import FAIL_WORDS, NEGATIONS, PASS_WORDS, STOPWORDS
from gates.language.past_tense import bases_of_past
from gates.language.tokens import stem_of
from gates.search.index import SourceIndex
from gates.source import EventKind

MATTER_AT = 0.6
"""Share of a claim's words that a clause must hold to be about the same."""
SAID_BY_OTHER = 0.6
"""Share of what was said that a sentence of the other speaker holds."""
OTHER_SAYS_MORE = 0.3
"""By so much more of it than any sentence of the one whom the claim credits."""


def against_messages(item: Item, index: SourceIndex) -> list[Found]:
    """What these rules find in one item."""
    if len(index.range_events) >= SHORT_SOURCE or item.speaker == "user" or "\n" in item.text:
        return []
    if any(link.ordinal not in index.source for link in item.links):
        return []  # an item carried over is about what was said before the range
    if sum(len(event.text) for event in index.range_events) > LONGEST:
        return []
    rules = (
        _unit,
        _ruled_out,
        _order,
        _outcome,
        _runs,
        _credited,
        _answered,
        _placed,
        _owner,
        _planned,
        _state,
    )
    return [entry for rule in rules for entry in rule(item, index)]


def _found(rule: str, message: str, item: Item, index: SourceIndex, at: Clause) -> list[Found]:
    links = links_of([at.ordinal], index)
    return [Found(rule, "warning", f"{message}: {at.text[:120]}", (*item.links, *links))]


# Units

_UNITS = {
    "time": "ms|msec|milliseconds?=0.001 s|secs?|seconds?=1 min|mins|minutes?=60 h|hrs?|hours?=3600 days?=86400"
    " weeks?=604800 months?=2629800 years?=31557600",
    "mass": "mcg=0.000001 mg=0.001 g|grams?=1 kg=1000",
    "length": "mm=0.001 cm=0.01 m|met(?:er|re)s?=1 km=1000",
    "volume": "ml=0.001 l|lit(?:er|re)s?=1",
    "size": "kb=1000 mb=1000000 gb=1000000000 tb=1000000000000",
    "money": "euros?|eur|€=1 dollars?|usd|\\$=2 pounds?|gbp|£=3",
}
_NAMED = [
    (re.compile(names, re.IGNORECASE), kind, float(factor))
    for kind, row in _UNITS.items()
    for names, factor in (entry.split("=") for entry in row.split())
]
_FIGURES = dict(zip("one two three four five six seven eight nine ten".split(), range(1, 11), strict=True))
_QUANTITY = re.compile(
    rf"(?<![\w.,])(\d+(?:\.\d+)?|{'|'.join(_FIGURES)})[ -]?([a-z€$£]{{1,12}})(?![\w/])", re.I
)


def _quantities(text: str) -> Iterator[tuple[float, str, float, str]]:
    """The figures of a text that have a unit: figure, kind of unit, its factor, as written."""
    for match in _QUANTITY.finditer(text.replace(",", "")):
        figure = float(_FIGURES.get(match[1].casefold(), 0) or match[1])
        for pattern, kind, factor in _NAMED:
            if pattern.fullmatch(match[2]):
                yield figure, kind, factor, match.group()


def _unit(item: Item, index: SourceIndex) -> list[Found]:
    """A figure that the session has with another unit only."""
    for figure, kind, factor, stated in _quantities(item.text):
        others = []
        for clause in spoken(index, clauses=False):
            for value, their_kind, their_factor, shown in _quantities(clause.text):
                if kind == their_kind and value * their_factor == figure * factor:
                    others = None
                    break
                if kind == their_kind and value == figure:
                    others.append((clause, shown))
            if others is None:
                break
        if others:
            clause, shown = others[0]
            return _found("unit_differs", f"claims {stated}; the session has {shown}", item, index, clause)
    return []


# Values that were set aside

_TERM = r"(?:'[^'\n]{1,40}'|[\w@/.:%-]{0,40}\w)"
_PREPOSITION = r"(?:(?:as|at|by|for|from|in|into|of|on|to|via|with)\s)?(?:(?:the|a|an|my|our)\s)?"
_CHOSEN = re.compile(
    rf"(?P<new>{_TERM}),? (?:and |but )?(?:not|instead of|rather than|in place of|over) {_PREPOSITION}(?P<old>{_TERM})"
    rf"(?=[.,;!?]|$|\s(?:and|but|for|in|at|on|either|please|now|as)\b)",
    re.IGNORECASE,
)
_BARRED = (
    re.compile(
        r"\b(?:never use|do(?:n't| not) use|avoid|stop using|no more)\s(?P<old>[\w@/.:-]{0,40}\w)", re.I
    ),
    re.compile(r"(?<![\w.])[Nn]o (?P<old>[A-Z][\w.]{0,40}\w)(?= either|[.,;!]|$)"),
    re.compile(
        r"(?<![\w.])(?P<old>[$€£]?\d[\w.:%]{0,20}) (?:is|are|was|were|would be) (?:far |much )?too [a-z]+",
        re.I,
    ),
)
_SET_ANEW = re.compile(r"\bmake (?:it|that) (?:on |at )?(?P<new>[A-Za-z]{3,20})\b", re.IGNORECASE)
_BEFORE = re.compile(
    r"\b(?:had|originally|initially|previous\w*|earlier|formerly|before|used to|instead|rather|old"
    r"|at first|no longer|replac\w+|until|over|switch\w*|default|propos\w+|suggest\w+|offer\w*"
    r"|ask\w*|reject\w*|not|never|no|without|avoid\w*|forbid\w*|forbidden|bann?\w*|exclud\w*|rul\w+ out|declin\w*|refus\w*"
    r"|don't|isn't|won't|first|idea|wish|wants?|wanted|consider\w*)\b",
    re.IGNORECASE,
)
_SMALL = frozenset(
    "a all an any it just me more much now only quite so that the them this too yet you".split()
)


def _ruled_out(item: Item, index: SourceIndex) -> list[Found]:
    """A value stated as the one in force that the session sets aside for another."""
    text = item.text
    for clause in reversed(spoken(index, clauses=False)):
        pairs = [(m["new"], m["old"]) for m in _CHOSEN.finditer(clause.text)]
        pairs += [("", m["old"]) for pattern in _BARRED for m in pattern.finditer(clause.text)]
        pairs += _set_anew(clause, text)
        for new, old in pairs:
            old, new = old.strip("'"), new.strip("'")
            if old.casefold() in _SMALL or not _holds(text, old) or (new and _holds(text, new)):
                continue
            rest = plain_stems(text) - plain_stems(old)
            if _states_otherwise(text, old) or _affirmed_elsewhere(rest, old, clause, index):
                continue
            if not new and not rest & clause.stems and len(rest) > 1:
                continue
            return _found("value_ruled_out", f"claims {old}, which is set aside", item, index, clause)
    return []


def _set_anew(clause: Clause, text: str) -> list[tuple[str, str]]:
    """The day or month that a sentence sets, with the one of its class that a claim has."""
    new = [match["new"] for match in _SET_ANEW.finditer(clause.text)]
    words = re.findall(r"[A-Za-z]{3,20}", text)
    return [
        (each, word)
        for each in new
        for word in words
        if stem_of(word.casefold()) in siblings(stem_of(each.casefold()))
    ]


def _holds(text: str, term: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(term)}(?![\w-]|\.\w)", text, re.IGNORECASE) is not None


def _states_otherwise(text: str, old: str) -> bool:
    """Whether a claim tells of the old value as past, denied or proposed."""
    return _BEFORE.search(re.sub(re.escape(old), " ", text, flags=re.IGNORECASE)) is not None


def _affirmed_elsewhere(rest: frozenset[str], old: str, but: Clause, index: SourceIndex) -> bool:
    """Whether another sentence says of the old value what the claim says of it, and later."""
    return any(
        each.text != but.text
        and _holds(each.text, old)
        and not each.denied & plain_stems(old)
        and rest
        and (share_of(rest, each.stems) >= MATTER_AT and each.ordinal >= but.ordinal)
        for each in spoken(index, clauses=False)
    )


# Order

_BOUND = r"(?:(?<=[.,;:!?])\s|^)"
_RELATIONS = (
    # pattern with the groups `a` and `b`; whether a comes first
    (
        re.compile(
            r"\bfirst,?\s(?P<a>[^,;.:]{3,80}?),?\s(?:and\s)?(?:then|afterwards|after that)\s(?P<b>[^,;.:]{3,80})",
            re.I,
        ),
        True,
    ),
    (
        re.compile(
            r"(?P<a>[^,;.:]{3,80}?)\s(?:comes? |is |goes )?first,?\s(?:and\s|but\s)?(?:then\s)?(?P<b>[^,;.:]{3,80}?)(?:\s(?:after(?: that|wards)?|later|second))?(?=[,;.:]|$)",
            re.I,
        ),
        True,
    ),
    (
        re.compile(r"(?P<a>[^,;.:]{3,80}?),?\s(?:and\s)?(?:then|followed by)\s(?P<b>[^,;.:]{3,80})", re.I),
        True,
    ),
    (
        re.compile(
            r"(?P<a>[^,;.:]{3,80}?),?\sand\s(?P<b>[^,;.:]{3,80}?)\s(?:following that|after that|afterwards|after it)\b",
            re.I,
        ),
        True,
    ),
    (
        re.compile(
            r"(?P<a>[^,;.:]{3,80}?)\s(?:before|ahead of|prior to|precedes|until after)\s(?P<b>[^,;.:]{2,80})",
            re.I,
        ),
        True,
    ),
    (re.compile(r"\b(?:before|prior to)\s(?P<b>[^,;.:]{3,80}),\s(?P<a>[^;.:]{3,80})", re.I), True),
    (
        re.compile(
            r"(?P<a>[^,;.:]{3,80}?)\s(?:only\s)?(?:after|once|following|as soon as)\s(?P<b>[^,;.:]{2,80})",
            re.I,
        ),
        False,
    ),
    (re.compile(r"\b(?:after|once)\s(?P<b>[^,;.:]{3,80}),\s(?P<a>[^;.:]{3,80})", re.I), False),
)
_NOT_BEFORE = re.compile(r"\b(?:not|never|don't|isn't|aren't)\b", re.IGNORECASE)
_NO_TIME = re.compile(
    r"\bat once\b|\bafter all\b|\bonce (?:a|an|per|every)\b|\bthe day after\b", re.IGNORECASE
)


def _relations(text: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """What a sentence puts first and what it puts later."""
    for pattern, straight in _RELATIONS:
        for match in pattern.finditer(text):
            if _NOT_BEFORE.search(match["a"]) or _NO_TIME.search(match.group()):
                continue
            one, two = plain_stems(match["a"]), plain_stems(match["b"])
            earlier, later = (one, two) if straight else (two, one)
            if earlier - later and later - earlier:
                yield earlier - later, later - earlier


_FIRST = re.compile(r"(?P<a>[^,;.:]{3,80}?) (?:(?:comes?|goes|is done|is) )?first(?=[,;.:]|$)", re.IGNORECASE)


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    return 2 * len(one & other) >= min(len(one), len(other)) and bool(one & other)


def _order(item: Item, index: SourceIndex) -> list[Found]:
    """Two acts or things told in the order that a sentence has the other way round."""
    mine = list(_relations(item.text))
    turned: Clause | None = None
    for clause in spoken(index, clauses=False) if mine else ():
        for first, second in _relations(clause.text):
            for earlier, later in mine:
                if _near(earlier, first) and _near(later, second):
                    return []
                if _near(earlier, second) and _near(later, first):
                    turned = turned or clause
        for match in _FIRST.finditer(clause.text):
            first = plain_stems(match["a"])
            if any(_near(later, first) and not _near(earlier, first) for earlier, later in mine):
                turned = turned or clause
    if turned is None:
        return []
    return _found("order_reversed", "the session has this order the other way round", item, index, turned)


# Outcomes

_GOOD = frozenset(
    map(
        stem_of,
        PASS_WORDS
        | frozenset("success successful successfully succeed approve approved accept accepted".split()),
    )
)
_BAD = frozenset(
    map(stem_of, FAIL_WORDS - {"red"} | frozenset("crash crashed reject rejected unsuccessful".split()))
)
_ALL = re.compile(r"\b(?:all|every|both|none|no)\b", re.IGNORECASE)
_LOOKS_AHEAD = re.compile(
    r"\b(?:will|would|shall|should|must|may|might|can|could|to|if|once|until|when|whether|next|still|yet|wait\w*|plan\w*"
    r"|remain\w*|pending|open|todo|not|never|going|want\w*|wish\w*|ask\w*|propos\w*|suggest\w*|request\w*|need\w*|soon|tomorrow|later)\b"
    r"|'ll\b|n't\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"\b(?:0|no|zero|without)\s(?:\w+\s){0,2}(?:fail\w*|errors?|crash\w*)\b", re.IGNORECASE)


_YET_TO = re.compile(
    r"\bnot yet\b|\b(?:yet|still|remains?|has|have) to\b|\b(?:pending|waiting|awaits?)\b", re.IGNORECASE
)


def _sign(clause: Clause) -> int:
    """Whether a clause tells of success (1), failure (-1), both or neither (0)."""
    good = clause.stems & _GOOD
    bad = clause.stems & _BAD if not _NONE.search(clause.text) else frozenset()
    if bool(good) == bool(bad):
        return 0
    sign = 1 if good else -1
    return -sign if (good | bad) & clause.denied or _YET_TO.search(clause.text) else sign


def _results(index: SourceIndex) -> list[Clause]:
    """The clauses of messages and of tools' output, in order."""
    found = spoken(index, clauses=True)
    for event in index.range_events:
        if event.kind is EventKind.TOOL_RESULT:
            found += [clause_of(event.ordinal, event.kind, line) for line in re.split(r"[\n,]", event.text)]
    return sorted(found, key=lambda each: each.ordinal)


def _outcome(item: Item, index: SourceIndex) -> list[Found]:
    """Passed where the session only has it failing, or the other way round."""
    claim = clause_of(-1, EventKind.ASSISTANT, item.text)
    sign = _sign(claim)
    ahead = item.kind is ItemKind.OPEN_WORK or re.search(
        r"\b(?:if|should|must|will|until|once|when|whether)\b", item.text
    )
    if sign == 0 or ahead:
        return []
    about = frozenset(s for s in claim.stems - _GOOD - _BAD if not s.startswith("#"))
    told = [each for each in _results(index) if about <= each.stems | _GOOD | _BAD and _sign(each)]
    told = told or [
        each for each in _results(index) if share_of(about, each.stems) >= MATTER_AT and _sign(each)
    ]
    if not about or not told:
        return []
    if any(_sign(each) == sign for each in told if each.ordinal >= told[-1].ordinal) and not (
        sign == 1 and _ALL.search(item.text)
    ):
        return []
    against = [each for each in told if _sign(each) == -sign]
    if (
        not against
        or against[-1].ordinal < told[-1].ordinal
        or (_figures(claim) and not _ALL.search(item.text))
    ):
        return []
    return _found("outcome_differs", "the session has the opposite outcome", item, index, against[-1])


_RAN = re.compile(r"\b(?:tests?|specs?|suite|checks?|build|lint)\b", re.IGNORECASE)
_ANY_FAILURE = re.compile(r"fail|error|broke|crash|fatal|exception|✗|✘|\bnot ok\b|\bred\b", re.IGNORECASE)
_SHOWS_PASS = re.compile(r"\b(?:\d+ passed|passed|pass \d+|passing|0 fail\w*|ok|success\w*)\b", re.IGNORECASE)


def _runs(item: Item, index: SourceIndex) -> list[Found]:
    """Failed tests told of runs that all passed."""
    words = set(re.findall(r"[a-z']+", item.text.casefold()))
    if not words & FAIL_WORDS or words & (NEGATIONS | PASS_WORDS) or not _RAN.search(item.text):
        return []
    if item.kind is ItemKind.OPEN_WORK or re.search(
        r"\b(?:if|should|must|until|once|when|whether)\b", item.text
    ):
        return []
    bare = [re.sub(_NONE, "", event.text) for event in index.range_events]
    if any(_ANY_FAILURE.search(text) for text in bare):
        return []
    passed = [e for e in index.range_events if e.kind is EventKind.TOOL_RESULT and _SHOWS_PASS.search(e.text)]
    if not passed:
        return []
    at = clause_of(passed[-1].ordinal, passed[-1].kind, passed[-1].text)
    return _found("outcome_differs", "nothing in the session failed", item, index, at)


def _figures(clause: Clause) -> bool:
    return any(stem.startswith("#") for stem in clause.stems) or bool(re.search(r"\d", clause.text))


# Who said it

_SPOKE = (
    r"(?:asked|asks|complained|demand(?:ed|s)|insist(?:ed|s)|mention(?:ed|s)|offer(?:ed|s)|propos(?:ed|es)|recommend(?:ed|s)"
    r"|report(?:ed|s)|request(?:ed|s)|said|says|suggest(?:ed|s)|stat(?:ed|es)|told|wanted|wants)"
)
_WHO = r"the (?P<who>user|human|customer|assistant|agent)"
_WISH = r"(?:idea|wish|recommendation|proposal|suggestion|request|demand|advice)"
_CREDITS = (
    re.compile(
        rf"\b(?:(?:it was |by )?the )?(?P<who>user|human|customer|assistant|agent) (?:who |that )?"
        rf"(?:\w{{2,12}}ly |also |then |first )?{_SPOKE}\b(?: that| whether| to| for| on)?(?P<what>[^.;]{{2,200}})",
        re.IGNORECASE,
    ),
    re.compile(rf"\bit was {_WHO}'s (?:own )?{_WISH}(?: to| that)? (?P<what>[^.;]{{2,200}})", re.IGNORECASE),
    re.compile(rf"(?P<what>[^.;]{{2,200}}?) (?:was|is|were) (?:the|an) {_WISH} of {_WHO}\b", re.IGNORECASE),
    re.compile(rf"(?P<what>[^.;]{{2,200}}?) (?:was|is|were) {_WHO}'s (?:own )?{_WISH}\b", re.IGNORECASE),
    re.compile(
        rf"(?P<what>[^.;]{{2,200}}?) (?:was|were|is|are) (?:first )?(?:asked for|demanded|proposed|recommended|requested"
        rf"|suggested|wanted) by {_WHO}\b",
        re.IGNORECASE,
    ),
)
_HUMANS = frozenset("user human customer".split())
_YES = re.compile(
    r"\W{0,3}(?:yes|yep|yeah|ok|okay|sure|sounds good|go ahead|do it|please do|fine|agreed|great|good|perfect|right)\b",
    re.IGNORECASE,
)


def _credited(item: Item, index: SourceIndex) -> list[Found]:
    """Words credited to the one of whom the other alone said them."""
    match = next(filter(None, (pattern.search(item.text) for pattern in _CREDITS)), None)
    if match is None:
        return []
    human = match["who"].casefold() in _HUMANS
    stems = plain_stems(match["what"])
    if not stems or (len(stems) == 1 and not re.search(r"\d|\b[A-Z]", match["what"])):
        return []
    own = EventKind.USER if human else EventKind.ASSISTANT
    best: dict[bool, tuple[float, Clause]] = {}
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
    return _found("said_by_other", f"only {other} says so", item, index, theirs[1])


def _agreed(said: Clause, index: SourceIndex) -> bool:
    """Whether the next message of the user begins with assent."""
    after = (e for e in index.range_events if e.ordinal > said.ordinal and e.kind is EventKind.USER)
    answer = next(after, None)
    return answer is not None and _YES.match(answer.text) is not None


_AGREED = re.compile(
    r"\b(?:the )?user (?:\w{2,12}ly |also |then )?(?P<said>agreed|accepted|approved|consented|allowed|said yes"
    r"|declined|refused|rejected|said no)\b",
    re.IGNORECASE,
)
_REFUSALS = frozenset(["declined", "refused", "rejected", "said no"])
_NO = re.compile(
    r"\W{0,3}(?:no|nope|nah|don't|do not|not)\b(?! (?:problem|worries|need to ask))", re.IGNORECASE
)


def _answered(item: Item, index: SourceIndex) -> list[Found]:
    """Agreement to what the user refused, or refusal of what he agreed to."""
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
    return _found("answer_differs", f"the user answers there: {answer.text[:60]}", item, index, best)


# Where it is

_PLACED = re.compile(
    r"\b(?P<how>against|into|onto|from|to|on|in|at)\s(?:the\s)?(?:branch\s)?(?P<where>[\w@/.-]{2,60}\w)",
    re.IGNORECASE,
)
_STAGE = re.compile(
    r"main|master|trunk|develop|dev|staging|prod(?:uction)?|qa|next|\w+[/-]\w[\w./-]*", re.IGNORECASE
)


def _placed(item: Item, index: SourceIndex) -> list[Found]:
    """A branch or stage where a clause that says the rest has another."""
    for match in _PLACED.finditer(item.text):
        where = match["where"]
        if _STAGE.fullmatch(where) is None:
            continue
        rest = plain_stems(item.text) - plain_stems(where)
        rival: Clause | None = None
        for clause in spoken(index, clauses=True):
            if share_of(rest, clause.stems) < MATTER_AT:
                continue
            if _holds(clause.text, where):
                rival = None
                break
            for other in _PLACED.finditer(clause.text):
                if other["how"].casefold() == match["how"].casefold() and _STAGE.fullmatch(other["where"]):
                    rival = clause
        if rival is not None:
            return _found("place_differs", f"claims {match.group()}", item, index, rival)
    return []


# Who does it

_NAME = re.compile(
    r"(?:(?<=[\w,;:] )|(?<=Dr\. )|(?<=Mr\. )|(?<=Ms\. ))[A-Z][a-z]{1,20}\b"
    r"|(?:^|(?<=[.!?] ))[A-Z][a-z]{1,20}(?= [a-z]{2,12}s\b)",
    re.MULTILINE,
)
_TITLES = frozenset("Dr Mr Mrs Ms Also And But Then I".split())
_CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august"
    " september october november december".split()
)


def _people(index: SourceIndex, text: str) -> frozenset[str]:
    """Capitalised words that stand as names do, and in no other writing anywhere."""
    whole = "\n".join(event.text for event in index.range_events)
    found = set(_NAME.findall(whole)) - _TITLES
    return frozenset(
        name
        for name in found
        if name.casefold() not in _CALENDAR | STOPWORDS
        and not re.search(rf"\b{name.casefold()}\b", f"{whole}\n{text}")
    )


def _act_after(name: str, text: str) -> str:
    """The stem of the first word with a meaning that follows a name."""
    _, _, after = text.partition(name)
    words = (word for word in re.findall(r"[a-z]+", after.casefold()) if word not in STOPWORDS)
    return stem_of(next(words, ""))


def _owner(item: Item, index: SourceIndex) -> list[Found]:
    """An act given to one person that a clause gives to another."""
    people = _people(index, item.text)
    mine = [name for name in people if _holds(item.text, name)]
    if len(mine) != 1 or NEGATIONS & set(re.findall(r"[a-z']+", item.text.casefold())):
        return []
    name = mine[0]
    rest = plain_stems(item.text) - plain_stems(name)
    act = _act_after(name, item.text)
    rival: Clause | None = None
    known = False
    for clause in spoken(index, clauses=True):
        share = share_of(rest, clause.stems)
        others = [other for other in people if other != name and _holds(clause.text, other)]
        if _holds(clause.text, name):
            known = True
            if share >= MATTER_AT or act in clause.stems:
                return []
        elif others and (
            share >= MATTER_AT or (2 * share >= 1 and act == _act_after(others[0], clause.text))
        ):
            rival = clause
    if rival is None or not known or not act:
        return []
    return _found(
        "owner_differs", f"claims this of {name}; the session has it of another", item, index, rival
    )


# Done or planned

_AHEAD = re.compile(
    r"\b(?:will|would|shall|should|could|can|may|might|must|going to|(?:still|yet) to|to be|plan\w* to|wants? to|need\w* to|have to|has to|let me|let's"
    r"|before you|once|until|next|tomorrow|tonight|later|soon|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|is due|expected)\b|'ll\b|'d like\b",
    re.IGNORECASE,
)
_ONLY_SAID = frozenset(
    "agree ask choose decide invite mention offer plan promise propose recommend report request say state suggest"
    " tell want".split()
)
_PRESENT = re.compile(r"\b(?:is|are|be|being|gets?)\s(?:\w+ly\s)?$", re.IGNORECASE)
_DENIES = r"(?:\b(?:not|never|cannot|yet to be|without being)|n't)\b(?:\s\w+){0,2}\s"


def _past_words(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The past forms of a claim with the verbs that they are of; none told as how things are done."""
    low = text.casefold()
    for match in re.finditer(r"[a-z]{3,20}", low):
        bases = bases_of_past(match.group())
        if bases and bases.isdisjoint(_ONLY_SAID) and not _PRESENT.search(low[: match.start()]):
            yield match.group(), bases


def _planned(item: Item, index: SourceIndex) -> list[Found]:
    """Something told as done of which every sentence with that verb looks ahead."""
    if item.kind is ItemKind.OPEN_WORK or _LOOKS_AHEAD.search(item.text):
        return []
    stems = plain_stems(item.text)
    clauses, told = spoken(index, clauses=True), spoken(index, clauses=False)
    for word, bases in _past_words(item.text):
        verbs = {stem_of(base) for base in bases}
        rest = stems - verbs - {stem_of(word)}
        if any(_tells_done(each, bases) for each in clauses):
            continue
        near = [
            each
            for each in told
            if verbs & _words(each.text)
            and share_of(rest, _around(each, index)) >= (MATTER_AT if rest else 0)
        ]
        if near and all(_AHEAD.search(each.text) for each in near) and index.last_action <= near[-1].ordinal:
            message = f"`{word}` is told as done; the session looks ahead to it"
            return _found("only_planned", message, item, index, near[-1])
    return []


def _tells_done(clause: Clause, bases: frozenset[str]) -> bool:
    """Whether a clause has a past form of a verb and does not look ahead."""
    if _AHEAD.search(clause.text):
        return False
    return any(bases_of_past(word) & bases for word in re.findall(r"[a-z]{3,20}", clause.text.casefold()))


def _words(text: str) -> frozenset[str]:
    return frozenset(map(stem_of, re.findall(r"[a-z]+", text.casefold())))


_POINTS_BACK = re.compile(r"\b(?:it|that|them|this|these|those)\b", re.IGNORECASE)


def _around(clause: Clause, index: SourceIndex) -> frozenset[str]:
    """The stems of the message that a clause stands in, and of the one before where it points back."""
    own = plain_stems(index.events[clause.ordinal].text)
    before = index.events[clause.ordinal - 1] if clause.ordinal in index.source and clause.ordinal else None
    return own | plain_stems(before.text) if before and _POINTS_BACK.search(clause.text) else own


# Done or not done


def _state(item: Item, index: SourceIndex) -> list[Found]:
    """Something told as done that the session says is not, or the other way round."""
    if item.kind is ItemKind.OPEN_WORK:
        return []
    low = item.text.casefold()
    stems = plain_stems(item.text)
    for word in _past_in(low):
        bases = bases_of_past(word)
        denied = _is_denied(word, low)
        rest = stems - {stem_of(word)} - {stem_of(base) for base in bases}
        against: Clause | None = None
        for clause in spoken(index, clauses=True):
            theirs = [w for w in _past_in(clause.text.casefold()) if bases_of_past(w) & bases]
            if not theirs or (not denied and _AHEAD.search(clause.text)):
                continue
            if rest and share_of(rest, _around(clause, index)) < MATTER_AT:
                continue
            same = _is_denied(theirs[0], clause.text.casefold()) == denied
            against = None if same else clause
            if same:
                break
        if against is not None:
            return _found("state_differs", f"`{word}`: the session says the opposite", item, index, against)
    return []


_NO_SUCH = (
    r"\b(?:no|nothing|nobody|none)\b(?:\s\w+){0,4}?\s(?:was|were|is|are|has|have|had|been|yet|be)\s(?:\w+\s)?"
)
_OF_KIND = r"(?:^|\b(?:the|an?|all|any|every|each|your|my|our|its|their)\s)"


def _is_denied(word: str, low: str) -> bool:
    """Whether a word is denied in a text in lower case."""
    plain = low.replace("’", "'")
    return any(re.search(before + word + r"\b", plain) for before in (_DENIES, _NO_SUCH))


def _past_in(text: str) -> list[str]:
    """The past forms in a text in lower case; those that only say which one is meant are none."""
    words = dict.fromkeys(re.findall(r"[a-z]{3,20}", text))
    past = [w for w in words if bases_of_past(w) - {w} and w not in bases_of_past(w)]
    return [w for w in past if not re.search(_OF_KIND + w + r"\s[a-z]", text)]
