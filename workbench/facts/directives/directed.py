"""Directives of user messages as commitments, and what the agent did about them.

Text pasted from the agent's own words, and sentences that name nothing, are no directives; advice, and a
suggestion that the agent did not take up, are not sure.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gates.language.opening import has_substance
from gates.language.similarity import statement
from gates.language.tokens import stem_of
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.directives.directives import MAX_DIRECTIVE, Directive, DirectiveForce, directives
from workbench.facts.directives.documents import describes_document, orders_document, writes_document
from workbench.facts.folding import EventFold
from workbench.facts.sentences.courtesy import after_filler, is_courtesy
from workbench.facts.sentences.lasting import asks_for_leave, lasts, only_acknowledges
from workbench.facts.sentences.mood import forbids
from workbench.facts.sentences.one_off import asks_to_confirm, asks_which, done_in_words, is_one_off
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.remarks import expects, is_loose
from workbench.facts.sentences.reported import shows_remark
from workbench.facts.sentences.sentence import classify
from workbench.facts.sentences.stated import states_fact
from workbench.facts.sentences.talk import concludes
from workbench.facts.sentences.words import ACTION_VERBS, NOUN_LIKE
from workbench.facts.spans import EventWords, fold, without_emphasis
from workbench.facts.superseding.reversal import undoes_turn

QUOTED_FROM = 30
"""Shortest sentence, in characters, that counts as pasted if an agent wrote it before."""

PASTED_FROM = 20_000
"""Characters of a tool's or a hook's text that are searched for a pasted sentence."""

REMEMBERED = 41
"""Agent texts that are searched for a pasted sentence."""

_ADVICE = re.compile(r"(?:^|[,;] )consider (?:whether|if|\w{1,20}ing)\b", re.I)
_BASIS = {DirectiveForce.RULE: Basis.RULE, DirectiveForce.LOOK: Basis.LOOK}
_ANYTHING = statement("try something else, one more change or thing").stems
_OPTION = re.compile(r"\b[A-Z]\b(?<!I)")


@dataclass(frozen=True, slots=True)
class Pending:
    """A directive of the turn that is being read."""

    directed: Commitment
    force: DirectiveForce
    advice: bool


class DirectiveFold(EventFold):
    """Every directive of user messages in order, with what followed before the next message.

    No sidechains.
    """

    def __init__(self) -> None:
        self._agent_texts: deque[str] = deque(maxlen=REMEMBERED)
        """The agent's last texts, without Markdown marks."""
        self._shown: deque[str] = deque(maxlen=REMEMBERED)
        """The last output of tools and hooks; a sentence that occurs in it was pasted."""
        self._settled: list[Commitment] = []
        self._pending: list[Pending] = []
        self._acted = self._worked = False
        """Whether, since the last user message, a file changed, or a tool was called."""
        self._said = ""
        """What the agent said since the last user message, at least its beginning."""
        self._changed_by: set[EventWords] = set()
        """The requests of the last turn in which something was changed; the user may have it undone."""
        self._concluded = False
        """Whether the last event since is a message of the agent that announces no more work."""
        self._tools = False
        """Whether any tool was called; without one the session is plain talk."""
        self._facts: list[Commitment] = []
        self._awaited: list[EventWords] = []
        """Sentences on what a document must contain that has not been written yet."""
        self._written: dict[EventWords, int] = {}
        """Such sentences whose document was written, with the event that wrote it."""

    def take(self, event: SourceEvent) -> None:
        """Record the agent's texts and actions, and the user's directives."""
        if event.sidechain is not None:
            return
        if event.kind in (EventKind.ASSISTANT, EventKind.PLAN):
            self._agent_texts.append(_plain(event.text[:20_000]))
        elif event.kind in (EventKind.TOOL_RESULT, EventKind.META):
            self._shown.append(event.text[:PASTED_FROM])
        self._tools = self._tools or event.tool is not None
        if self._awaited and writes_document(event):
            self._written.update(dict.fromkeys(self._awaited, event.ordinal))
            self._awaited = []
        if event.kind is EventKind.USER:
            self._settle(event)
            self._pending = list(self._directives(event))
            if not self._tools:
                self._facts += _facts(event, self._pending)
            self._acted = self._worked = self._concluded = False
            self._said = ""
            return
        if event.kind in (EventKind.ASSISTANT, EventKind.TOOL_CALL):
            self._concluded = event.kind is EventKind.ASSISTANT and concludes(event.text)
        self._acted = self._acted or acts(event)
        self._worked = self._worked or event.kind is EventKind.TOOL_CALL
        if event.kind is EventKind.ASSISTANT and len(self._said) < PASTED_FROM:
            self._said = f"{self._said}\n{event.text[:PASTED_FROM]}".strip()

    def _settle(self, event: SourceEvent) -> None:
        """Close the turn before a user message, which may undo what its last turn with changes did."""
        if self._acted:
            self._changed_by = {
                each.directed.words[0] for each in self._pending if each.force is not DirectiveForce.RULE
            }
        self._settled += [
            _settled(
                each, self._acted, answered=self._answered(each), worked=self._worked, talk=not self._tools
            )
            for each in self._pending
        ]
        if self._changed_by and undoes_turn(event.text):
            undone, self._changed_by = self._changed_by, set()
            self._settled = [
                each.with_status("superseded", event.ordinal) if each.words[0] in undone else each
                for each in self._settled
            ]

    def _answered(self, pending: Pending) -> bool:
        """Return whether the agent answered: it worked on it, or said more than that it will."""
        said = bool(self._said)
        return said and (self._worked or not only_acknowledges(self._said, pending.directed.text))

    def _ended(self, pending: Pending) -> bool:
        """Return whether the directive asked for one action and its turn ended with the agent's report."""
        return self._concluded and self._worked and is_one_off(pending.directed.text)

    def _directives(self, event: SourceEvent) -> Iterable[Pending]:
        ordered = orders_document(event.text[:PASTED_FROM])
        for stated in directives(event.text):
            found = with_antecedent(event.text, stated)
            vague = is_vague(found.text, found.force) and not self._was_named(_chosen(found.text))
            if not vague and not self._is_pasted(found.text):
                advice = _ADVICE.search(found.text) is not None or is_loose(found.text)
                made = directed(event, 0, found)
                if describes_document(found.text, ordered=ordered):
                    self._awaited.append(made.words[0])
                yield Pending(made, found.force, advice)

    def _was_named(self, name: str) -> bool:
        """Return whether the agent's last message asks a question and names this thing."""
        last = self._agent_texts[-1] if name and self._agent_texts else ""
        return "?" in last and re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", last) is not None

    def _is_pasted(self, text: str) -> bool:
        """Return whether a sentence was written by the agent, or printed by a tool or a hook, before."""
        return _is_pasted(text, self._agent_texts) or (
            len(text) >= QUOTED_FROM
            and any(text in fold(shown) for shown in self._shown if text[:20] in shown)
        )

    def result(self) -> list[Commitment]:
        """Return the directives so far; those of the last message have no settled answer yet."""
        last = [
            _settled(each, self._acted, answered=self._ended(each), worked=self._worked, talk=not self._tools)
            for each in self._pending
        ]
        found = [*self._settled, *last, *(self._facts if not self._tools else [])]
        if not self._written:
            return found
        return [
            each.with_status("done", self._written[each.words[0]]) if each.words[0] in self._written else each
            for each in found
        ]


def _facts(event: SourceEvent, pending: Iterable[Pending]) -> list[Commitment]:
    """Return the sentences of a message that state facts and direct nothing."""
    taken = {each.directed.words[0].start for each in pending}
    found = []
    for sentence in statements(event.text[:PASTED_FROM]):
        own = sentence.start not in taken and not shows_remark(event.text, sentence.start)
        if own and states_fact(sentence.text):
            words = EventWords(event.ordinal, sentence.start, sentence.end)
            place = (event.ordinal,)
            found.append(
                Commitment(
                    CommitmentKind.DECISION, Basis.STATEMENT, sentence.text, "in_force", (words,), place
                )
            )
    return found


_KEEPS = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|no|so|and|then|please),? )*(?:(?:open|to ?do|still)\b|"
    r"(?:i|we)(?:'d| would)? (?:(?:always|definitely|generally|much|really|usually) )?(?:prefer|rather)\b|"
    r"(?:keep|leave|stay|stick|remember|note|remind|use|avoid|choose|pick|go with)\b|"
    r"put .{1,40} (?:on|to|as) )",
    re.IGNORECASE,
)
"""Requests in plain talk that no answer closes: they state how things stay, or what is still to do."""


def _stays(text: str) -> bool:
    return states_fact(text) or lasts(text) or _KEEPS.match(text) is not None


def _settled(pending: Pending, acted: bool, *, answered: bool, worked: bool, talk: bool) -> Commitment:
    """Return the directive after its turn: not sure if nobody took it up, done if an answer closed it."""
    text = pending.directed.text
    done = answered and (worked or done_in_words(text)) and pending.force is not DirectiveForce.RULE
    done = done and is_one_off(text)
    if (
        (pending.advice and not done)
        or asks_which(text)
        or asks_to_confirm(text)
        or (pending.force is DirectiveForce.SUGGESTION and not acted)
    ):
        return replace(pending.directed, sure=False)
    if done:
        return pending.directed.with_status("done")
    over = answered and (
        (pending.force is DirectiveForce.LOOK and not asks_for_leave(text))
        or (talk and pending.force is DirectiveForce.REQUEST and not _stays(text))
    )
    return pending.directed.with_status("done") if over else pending.directed


def directed(event: SourceEvent, offset: int, found: Directive) -> Commitment:
    """Return a directive, found `offset` code points into an event's text, as a decision in force."""
    basis = _BASIS.get(found.force, Basis.REQUEST)
    words = EventWords(event.ordinal, offset + found.start, offset + found.end)
    text = fold(event.text[words.start : words.end])
    sure = not found.pasted
    return Commitment(CommitmentKind.DECISION, basis, text, "in_force", (words,), (event.ordinal,), sure=sure)


def _is_pasted(text: str, stated_by_agent: Iterable[str]) -> bool:
    """Return whether the agent wrote a sentence before, or the part of it after a colon."""
    plain = _plain(text)
    parts = (plain, plain.partition(": ")[2])
    return any(part in text for part in parts if len(part) >= QUOTED_FROM for text in stated_by_agent)


_CHOOSES = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|no|so|and|then|please|let'?s|we(?:'ll| will)|i(?:'d| would)|just|actually),? )"
    r"{0,3}"
    r"(?:use|go (?:with|for)|pick|choose|take|stick (?:with|to)) (?:the )?([\w+#.-]{2,40}?)[.!]*"
    r"(?: (?:here|instead|please|then|for (?:now|that|this|it)))*[.!]*$",
    re.IGNORECASE,
)
"""A choice of one thing by its name alone: `use Vitest`, `let's go with redis`."""


def _chosen(text: str) -> str:
    """Return the name that a sentence does nothing but choose, or ""."""
    found = _CHOOSES.match(text.strip())
    return "" if found is None else found[1]


def is_vague(text: str, force: DirectiveForce = DirectiveForce.REQUEST) -> bool:
    """Return whether a directive names nothing, such as `do that` or `fix it`.

    A rule needs only one name: `No Docker.`
    """
    if _HEADS.fullmatch(text.strip()) or expects(text) or is_courtesy(text):
        return True
    beside = after_filler(text)
    if beside is not None and classify(beside) is None:
        return True
    compared = statement(text)
    named = compared.tokens.identifiers or any(stem.startswith("#") for stem in compared.stems)
    if named or _OPTION.search(text) or _chosen(text)[:1].isupper():
        return False
    if force is DirectiveForce.RULE and _BARRED.search(text) and compared.stems - _ANYTHING - _VERBS:
        return False
    return len(compared.stems - _ANYTHING) < 2


_HEADS = re.compile(
    r"(?:(?:please|now|then|to \w+),? ){0,2}"
    r"(?:complete|do|execute|follow|go through|observe|read|see|use|work through) "
    r"(?:(?:all|each) (?:of )?)?(?:these|those|the following|the (?:\w+ )?(?=\w+ below))(?: [\w-]+){0,3}"
    r"(?: (?:carefully|exactly|in order|below|one by one|closely))?(?: to [^:\n]{3,120})?:",
    re.IGNORECASE,
)
"""A heading of a list that names none of its entries, such as `Follow these phases to resolve the issue:`."""
_BARRED = re.compile(
    r"\b(?:no|never|always|only|avoid|don't|dont|do not|must|must not|without)\b", re.IGNORECASE
)
_VERBS = frozenset(stem_of(verb) for verb in ACTION_VERBS - NOUN_LIKE)
_ALL_VERBS = frozenset(map(stem_of, ACTION_VERBS))
_REFERS = re.compile(r"\b(?:it|them|they|these|this|those|that)\b", re.IGNORECASE)


def with_antecedent(message: str, found: Directive) -> Directive:
    """Return a prohibition that only a pronoun gives an object together with the sentence right before it.

    `Read the price files. Never change them.` forbids what its first sentence names.
    """
    if found.force is not DirectiveForce.RULE or not (_REFERS.search(found.text) and forbids(found.text)):
        return found
    if _names(found.text):
        return found
    before = next((each for each in reversed(statements(message)) if each.end <= found.start), None)
    if before is None or message[before.end : found.start].strip():
        return found
    whole = fold(message[before.start : found.end])
    told = _names(before.text) and has_substance(before.text) and not is_courtesy(before.text)
    return replace(found, start=before.start, text=whole) if told and len(whole) <= MAX_DIRECTIVE else found


def _names(text: str) -> bool:
    """Return whether a sentence names something besides what is done with it."""
    compared = statement(text)
    return bool(compared.tokens.identifiers or compared.stems - _ANYTHING - _ALL_VERBS)


def _plain(text: str) -> str:
    return fold(without_emphasis(text)).casefold()


_ACTING = re.compile(
    r"(?:^|[;&|]\s{0,3})\s{0,3}(?:sudo )?(?:mv|rm|cp|mkdir|touch|sed -i|"
    r"git (?:mv|rm|add|commit|push|reset|revert|merge|rebase|tag|stash|cherry-pick)|"
    r"gh (?:pr|issue) (?:create|edit|comment|ready|merge|close|review)|"
    r"(?:npm|pip|cargo|go|brew|uv) (?:install|add|get|remove|uninstall))\b",
    re.MULTILINE,
)


def acts(event: SourceEvent) -> bool:
    """Return whether an event is a tool call that changes something, instead of only reading."""
    tool = event.tool
    if tool is None or event.kind is not EventKind.TOOL_CALL:
        return False
    acting = tool.action is ToolAction.COMMAND and bool(_ACTING.search(tool.target[:2_000]))
    return acting or tool.action in (ToolAction.CHANGE, ToolAction.TODO)
