"""The typed rules of gate D that look at one claim, its links and the source.

Hard rules here and in the modules beside it: `status_conflict`, `num_conflict`, `count_conflict`,
`push_before_commit`, `message_list_incomplete`, and what tool events prove to the letter: `line_differs`,
`code_altered`, `listed_count_differs`, `named_value_differs`, `command_differs`, `test_result_differs`, and
the sure cases of `name_differs`, `other_file`, `option_not_chosen` and `unchanged_file`. Every other rule
warns; which warnings are shown is for `gates.contradiction.ranking` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from gates.artifact import Item, ItemKind, normalise_text
from gates.contradiction.actions import acted
from gates.contradiction.attribution import credited
from gates.contradiction.bindings import bindings
from gates.contradiction.bound_numbers import numbers_bound
from gates.contradiction.code_quoted import code_quoted
from gates.contradiction.file_counts import counts
from gates.contradiction.first_said import credited_to_agent
from gates.contradiction.line_numbers import lines_told
from gates.contradiction.listed_counts import counts_listed
from gates.contradiction.named_files import in_named_files
from gates.contradiction.named_values import values_named
from gates.contradiction.negation import proposes, signed
from gates.contradiction.numbers import numbers
from gates.contradiction.overclaims import overclaimed
from gates.contradiction.placement import placed
from gates.contradiction.ranking import SHORT_SOURCE
from gates.contradiction.rival_kinds import kinds_differ
from gates.contradiction.rival_names import names_differ
from gates.contradiction.rival_values import values_differ
from gates.contradiction.run_table import run_told
from gates.contradiction.short_sources import against_clauses
from gates.contradiction.states import states
from gates.contradiction.testimony import testified
from gates.contradiction.turned_round import turned_round
from gates.contradiction.unseen_actions import unseen
from gates.contradiction.warnings import hints
from gates.findings import Found
from gates.language.lexicon import ANTONYMS, FAIL_WORDS, NEGATIONS, OPEN_WORDS, PASS_WORDS
from gates.language.similarity import ComparedText, coverage, statement
from gates.search.identifiers import unknown_names
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.search.quotes import find_quote
from gates.source import EventKind, SourceEvent, SourceLink, ToolAction, make_link

HINTED = 0.68
"""The same, from which an opposite sign is worth a look."""
SAME_SENTENCE = 0.8
"""Share of the words, in both directions, from which two sentences say the same or its opposite."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_STATE = re.compile(r"\b(?:not (?:started|done|implemented|committed|run)|yet)\b", re.IGNORECASE)
"""Open state stated of a thing, not the opposite of what was said."""
_LACKS = re.compile(
    r"^\W{0,4}(?:add|allow|enable|fix|implement|make|support)\b|\bneed(?:s|ed)? (?:for|to)\b", re.IGNORECASE
)
"""Said of what is lacking and to be made: the source that says it is lacking says no opposite."""
_PLANNED = re.compile(r"\b(?:need to|needs to|to add|should|must|todo)\b", re.IGNORECASE)
"""Said of what is still to be done: stated as done later, it is no opposite."""
_CHECKS = re.compile(
    r"[\w-]{0,30}test[\w:-]{0,30}|tox|lint|build|check|ci|compile|tsc|mypy|ruff|vet|vitest|jest",
    re.IGNORECASE,
)
_LOOKERS = frozenset(
    "awk cat cd cp diff echo find git grep head less ls mv nl rg rm sed sort tail touch wc".split()
)
"""Programs that look at files: a test's name in their arguments is no test run."""


def judge_item(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Everything these rules find in one item."""
    linked = [link for link in item.links if index.resolve(link).ok]
    found = _identifiers(item, index)
    found += numbers(item, index, linked)
    found += hints(item, index, search)
    found += _outcome(item, index, linked)
    found += _unsupported_action(item, index)
    found += counts(item, index)
    found += _polarity(item, index, linked)
    found += _quotation(item, index, search)
    found += _support(item, index, linked)
    if len(index.events) > 1:
        # A single text is no session: nobody speaks or acts in it.
        found += _uncarried(item, index)
        found += lines_told(item, index)
        found += code_quoted(item, index)
        found += counts_listed(item, index)
        found += values_named(item, index)
        found += numbers_bound(item, index, search)
        if not any(entry.severity == "hard" for entry in found):
            found += run_told(item, index)
        found += credited(item, index, search)
        found += acted(item, index, search)
        found += overclaimed(item, index, linked)
        found += states(item, index, search)
        found += bindings(item, index, search)
        found += testified(item, index, search)
        found += placed(item, index, search)
        found += against_clauses(item, index)
        found += credited_to_agent(item, index, search)
        found += in_named_files(item, index, search)
        found += kinds_differ(item, index, search)
        found += names_differ(item, index, search)
        found += turned_round(item, index, search)
        found += unseen(item, index)
        found += values_differ(item, index, search)
    return found


def _identifiers(item: Item, index: SourceIndex) -> list[Found]:
    """Names that stand nowhere in the transcript up to the range's end."""
    found = []
    for name, proves in unknown_names(item.text, index):
        strong = proves and index.scope_complete
        rule = "id_absent" if strong else "id_unseen"
        message = f"{name} occurs nowhere in the session up to event {index.source.end}"
        found.append(Found(rule, "warning", message, item.links, name))
    return found


def _outcome(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """A claim that a test, build or check passes, linked to one whose last run failed."""
    words = frozenset(_WORD.findall(item.text.casefold()))
    if not words & PASS_WORDS or words & FAIL_WORDS or item.kind is ItemKind.OPEN_WORK:
        return []
    if statement(item.text).tokens.negations:
        return []
    for link in linked:
        last = _last_run(index.events[link.ordinal], index)
        if last is not None and last.tool is not None and last.tool.failed:
            message = f"it says this passes; the last run of that command (event {last.ordinal}) failed"
            return [Found("status_conflict", "hard", message, (link,), str(last.ordinal))]
    return []


_TOOLS = (EventKind.TOOL_CALL, EventKind.TOOL_RESULT)
_DEEDS = {"pushed": "push", "deployed": "deploy", "reverted": "revert", "rebased": "rebas"}
"""Actions that are done by a command, stated in the past, and how every word of them begins."""

_COMMIT = re.compile(r"(?<![\w/.-])[0-9a-f]{7,40}(?![\w/-])")


def _unsupported_action(item: Item, index: SourceIndex) -> list[Found]:
    """An action reported as done that no command and no other word of the session ever names."""
    open_work = item.kind is ItemKind.OPEN_WORK and item.status != "done"
    if open_work or not index.scope_complete or index.last_action < 0 or item.speaker == "user":
        return []
    words = _WORD.findall(item.text.casefold())
    if frozenset(words) & (NEGATIONS | OPEN_WORDS) or _STATE.search(item.text):
        return []
    stated = next((word for word in words if word in _DEEDS), None)
    since = 0 if stated is None else _begins(item, index)
    if stated is None or _named(_DEEDS[stated], since, index):
        return []
    where = f"from event {since}, where the commit first occurs, to" if since else "up to"
    message = f'claims "{stated}", but nothing {where} event {index.source.end} does or mentions it'
    seen = index.events[since]
    links = (make_link(index.source.session_id, since, seen.text, 0, len(seen.text[:160])),) if since else ()
    return [Found("unsupported_action", "warning", message, (*item.links, *links), stated)]


def _begins(item: Item, index: SourceIndex) -> int:
    """The event where the commit that a statement names first stands; 0 where it names none."""
    shas = _COMMIT.findall(item.text)
    first = [next((e.ordinal for e in index.events if sha in e.text), 0) for sha in shas]
    return max(first, default=0)


def _named(stem: str, since: int, index: SourceIndex) -> bool:
    """Whether a word that begins so stands in an event of the session's own from there on."""
    beginning = re.compile(rf"\b{stem}", re.IGNORECASE)
    own = (e for e in index.events[since:] if e.kind is not EventKind.COMPACTION)
    return any(beginning.search(e.text) for e in own)


def _last_run(event: SourceEvent, index: SourceIndex) -> SourceEvent | None:
    """The last result, up to the range's end, of the test, build or check that this result is of."""
    runner = _runner(event)
    if runner is None:
        return None
    runs = [e for e in index.events if e.sidechain is None and _runner(e) == runner]
    return runs[-1] if runs else None


def _runner(event: SourceEvent) -> tuple[str, ...] | None:
    """The words of a result's command up to the one that names a test, build or check; None for no check.

    Of `mise run test` and `mise run lint` the first two words are the same.
    """
    tool = event.tool
    if event.kind is not EventKind.TOOL_RESULT or tool is None or tool.action is not ToolAction.COMMAND:
        return None
    command = tool.target.split("&&")[-1].split("|")[0]
    plain = [word for word in command.split() if "=" not in word and not word.startswith("-")]
    named = next((place for place, word in enumerate(plain) if _CHECKS.fullmatch(word)), None)
    return None if named is None or plain[0] in _LOOKERS else tuple(plain[: max(1, named) + 1])


def _polarity(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """A linked sentence that says the same with the opposite sign, or with one antonym swapped."""
    for link, text, share, hard in opposed_sentences(item, index, linked):
        message = f"the linked source says the opposite: {text[:160]}"
        if hard:
            return [Found("polarity_conflict", "warning", message, (link,))]
        if share >= HINTED:
            return [Found("polarity_hint", "warning", message, (link,))]
    return []


def opposed_sentences(
    item: Item, index: SourceIndex, linked: list[SourceLink]
) -> Iterator[tuple[SourceLink, str, float, bool]]:
    """The linked sentences of the opposite sign, the share that they hold in common, whether it is sure."""
    claim = statement(item.text)
    if len(claim.stems) < 3 or item.speaker == "user" or _STATE.search(item.text) or _LACKS.search(item.text):
        return
    for link in linked:
        place = index.resolve(link)
        for segment in index.segments(place.ordinal):
            if segment.start < place.end and place.start < segment.end:
                text = index.events[place.ordinal].text[segment.start : segment.end]
                if normalise_text(item.text).rstrip(".") in normalise_text(text):
                    return
                opposed = _opposed(claim, statement(text))
                if opposed is not None:
                    yield link, text, *opposed


def _opposed(claim: ComparedText, source: ComparedText) -> tuple[float, bool] | None:
    """The share of words in both directions of two statements of opposite signs, and whether that is sure."""
    if _failing(claim) != _failing(source):
        return None
    negated = bool(claim.tokens.negations) != bool(source.tokens.negations)
    swapped, signed = _antonyms(claim.text, source.text)
    if negated == (swapped > 0) or proposes(source.text):
        return None
    slack = bool(swapped or signed) / max(3, len(claim.stems))
    shared = len(claim.stems & source.stems)
    forth = coverage(claim.stems, source.stems) + slack
    back = coverage(source.stems, claim.stems) + slack
    if min(forth, back) >= SAME_SENTENCE and shared >= 3 and (swapped or _turns_shared(claim, source)):
        return min(forth, back), True
    if shared < 3 or _PLANNED.search(source.text):
        return None
    # A negation that turns no predicate (`the hook not installed`) denies all the same.
    plain = claim if not claim.tokens.negations else source
    if negated and NEGATIONS & _words_of(plain.text):
        return None
    return min(forth, back), False


def _turns_shared(claim: ComparedText, source: ComparedText) -> bool:
    """Whether the negation of one of them turns a word that the other has too, or nothing in particular."""
    denying, other = (claim, source) if claim.tokens.negations else (source, claim)
    turned = {each.stem for each in signed(denying.text) if each.denied}
    return not turned or bool(turned & other.stems)


def _failing(said: ComparedText) -> bool:
    """Whether a statement tells a failure, which says `not` in another word."""
    return bool(FAIL_WORDS & _words_of(said.text))


@lru_cache(maxsize=20_000)
def _words_of(text: str) -> frozenset[str]:
    """The words of a text in lower case."""
    return frozenset(_WORD.findall(text.casefold()))


def _antonyms(claim: str, source: str) -> tuple[int, int]:
    """Antonym pairs of which each text holds one side: plain pairs, and pairs with a negation in them."""
    mine, theirs = _words_of(claim), _words_of(source)
    opposed = [p for p in ANTONYMS if len(p & mine) == 1 and len(p & theirs) == 1 and p & mine != p & theirs]
    signed = sum(bool(pair & NEGATIONS) for pair in opposed)
    return len(opposed) - signed, signed


def _quotation(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Words put into the user's mouth that no human message of the session comes near."""
    if item.speaker != "user" or not index.scope_complete:
        return []
    said = statement(item.text)
    if len(said.stems) < 3 or find_quote(index, item.text) is not None:
        return []
    if any(index.is_human(r.ordinal, r.start, r.end) for r in map(index.resolve, item.links) if r.ok):
        return []
    near = search.best(said.stems, human=True)
    if near is not None and near.support >= 0.4:
        return []
    message = "attributed to the user, but no human message of the session says anything like it"
    return [Found("quote_not_said", "warning", message, item.links)]


def _uncarried(item: Item, index: SourceIndex) -> list[Found]:
    """A claim of some words that no passage carries."""
    stated = item.kind in (ItemKind.CLAIM, ItemKind.FAILURE, ItemKind.DECISION) and item.speaker != "user"
    if (
        item.links
        or not stated
        or not index.scope_complete
        or len(index.range_events) < SHORT_SOURCE
        or len(statement(item.text).stems) < 4
    ):
        return []
    return [Found("uncarried", "warning", "no passage of the session carries this claim")]


def _names_actions(item: Item, index: SourceIndex, linked: list[SourceLink]) -> bool:
    """Whether its links are tool events that hold every name of it: an edit names only its file."""
    names = [name for name, _ in statement(item.text).tokens.identifiers]
    quotes = " ".join(link.quote for link in linked)
    actions = all(index.events[link.ordinal].kind in _TOOLS for link in linked)
    return bool(names) and actions and all(name in quotes for name in names)


def _support(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    if not linked or item.kind is ItemKind.CONFLICT:
        return []
    held: frozenset[str] = frozenset().union(*(statement(link.quote).stems for link in linked))
    share = coverage(statement(item.text).stems, held, index.weight)
    if share >= 0.35 or len(statement(item.text).stems) < 4 or _names_actions(item, index, linked):
        return []
    return [Found("weak_support", "warning", f"its links hold {share:.0%} of its words", tuple(linked))]
