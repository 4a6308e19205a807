"""Whether a sentence of the agent is informative for a reader who does not see its context."""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from workbench.facts.sentences.talk import announces, informs, is_under_way
from workbench.facts.spans import EventWords, Lookup

FEWEST_STEMS = 6
"""Fewest content words of a sentence that names nothing."""
FEWEST_NAMED = 4
"""Like `FEWEST_STEMS`, for a sentence that names something."""

_LEANS = re.compile(
    r"^\W{0,4}(?:that(?:'s)?|this|these|those|it(?:'s)?|they|both|here(?:'s)?|there(?:'s| is| are| it)|so|"
    r"but|and|or|everything|all (?:good|clean|done|set|green|clear|three|tests|of)|good|great|perfect|"
    r"excellent|interesting|now|wait|hmm|fixed|done|included|expected|clear path|no,|yes,|ok|okay|need|"
    r"oh|ah|got it|i see|similar(?:ly)?)\b"
    r"|^(?:the|my|all) (?:\w{2,16} )?(?:tests?|outputs?|results?|scripts?) (?:clearly )?"
    r"(?:confirms?|demonstrates?|proves?|shows?|verif(?:y|ies)) (?:that )?(?:exactly |perfectly )?"
    r"(?:my|our|the) (?:fix|changes?|issue|implementation|problem|solution)\b[^`]{0,80}$",
    re.IGNORECASE,
)
"""The beginning of a sentence that depends on the one before it, or only cheers."""

_PRAISES = re.compile(
    r"^\W{0,4}(?:the|this|my|our) (?:approach|changes?|code|fix(?:es)?|implementation|solution) "
    r"(?:(?:is|are|was|were) (?:(?:actually|now|also|very) )*[*_]{0,2}"
    r"(?:clean|complete|correct|effective|focused|minimal|ready|robust|safe|simple|solid|successful|targeted)\b"
    r"|(?:correctly |fully |now |properly |successfully )*"
    r"(?:addresses|fixes|matches|meets|resolves|satisfies|solves|works)\b)[^`]*$"
    r"|^(?:now )?I can (?:now |also )?see (?:the|an?|all|both|several|two|three)\b",
    re.IGNORECASE,
)
"""A sentence that only praises the agent's own work without naming anything of it, or says where it looks."""

_INTERIM = re.compile(
    r"\b(?:is|are) (?:\w{2,12} )?(?:still|now|both|currently|just)\b(?: \w{2,12}ly)? \w{2,16}ing\b"
    r"|\bstill (?:in|on|at|broken|failing|green|building|going|passing|pending|running|waiting|working)\b"
    r"|\b(?:is|are) (?:now |still )?(?:building|compiling|finishing|rendering|running|starting)\b"
    r"|\b(?:is|are) now in\b|\bas (?:it|they) run\b"
    r"|\b(?:is|are) (?:progressing|taking (?:longer|a while)|near the end)\b|\bfar enough to\b"
    r"|(?:^|[;,:] |\b(?:is|are|and) )(?:\w{2,8} )?waiting (?:on|for)\b"
    r"|^(?:quick (?:check|note|update)|status)\b|^\w{3,14}ing\b[^.]{0,160}\b(?:now|first)\b"
    r"|\bI(?:'ve| have)? (?!will\b)[^.;]{2,120} and will\b|\b(?:I've got|I have) enough\b"
    r"|^(?:(?:please|now|so|but|for now|then)[, ]{1,2}){0,2}(?:try|retry|refresh|reload|re-?run) (?!to\b)"
    r"|^(?:it|\w{2,12}|(?:the |your )(?:\w{2,12} ){0,2}\w{2,12})(?:'s| is| and)(?: now| up and)? running\b"
    r"|\bshould (?:now )?(?:auto-?\w{3,10}|pick (?:this|that|it|them|these) up)\b"
    r"|\b(?:right now|at the moment|so far)\b"
    r"|^I (?:don't|do not|haven't|have not) (?:see|found|spot|notice|know)\b.{0,120}\byet\b"
    r"|^(?:reviewing|inspecting|examining|investigating|tracing|reading through) "
    r"|^(?:first|then|now) I'm \w{3,14}ing\b"
    r"|^after that,? (?:I|we)(?:'ll| will)\b"
    r"|^I(?:'ve| have) (?:got (?:the|a|what|it)|narrowed|isolated|scoped|located|pulled up|opened)\b"
    r"|^I (?:now )?have (?:the|what|all|it|a clear|a good) .{0,60}"
    r"\b(?:scoped|open|loaded|mapped|context|picture|need)\b"
    r"|^I(?:'ve| have)? (?:identified|found|spotted) (?:a couple of|a few|some|several|two|three|one|\d)\b"
    r"(?: \w{2,16}){0,3} (?:areas|concerns|findings|issues|points|problems|regressions?|things)\b"
    r"[^:;]{0,60}$",
    re.IGNORECASE,
)
"""Phrases of a progress report, as during a long run: it is over once the next one is there."""


_RUN = re.compile(
    r"\b(?:agents?|builds?|checks?|ci|compil\w{1,6}|downloads?|installs?|jobs?|lint\w{0,4}|pipelines?|running|runs?"
    r"|suites?|tests?|typecheck\w{0,4}|workers?)\b",
    re.IGNORECASE,
)
"""What a progress report waits for."""


def awaits_run(sentence: str) -> bool:
    """Return whether a sentence reports how far a run is: its outcome says all of that again."""
    bare = sentence.replace("’", "'")
    return _INTERIM.search(bare) is not None and _RUN.search(bare) is not None


def is_interim(sentence: str) -> bool:
    """Return whether a sentence reports progress at the time it was said, or what comes next."""
    bare = sentence.replace("’", "'")
    return is_under_way(bare) or announces(bare) or _INTERIM.search(bare) is not None


_SUBSTEP = re.compile(r"\W{0,4}\d{1,2}(?:\.\d{1,2}){1,3}[.:)]? \w")


def is_substep(text: str) -> bool:
    """Return whether a text is a step within a step that a prompt prescribes: `2.1 Follow the readme`."""
    return _SUBSTEP.match(text) is not None


def is_self_contained(text: str) -> bool:
    """Return whether all sentences of a text state something lasting, and the first needs no context."""
    text = text.replace("’", "'")
    parts = [text[a:b] for a, b in sentences(text)]
    if (
        text.count(" — ") > 1
        or _LEANS.match(text)
        or _PRAISES.match(text)
        or any(map(is_interim, parts))
        or not all(informs(part) or len(part.split()) >= FEWEST_NAMED for part in parts)
    ):
        return False
    compared = statement(text)
    return len(compared.stems) >= (FEWEST_NAMED if compared.tokens.identifiers else FEWEST_STEMS)


_LABEL = re.compile(
    r"^\W{0,4}(?P<named>[A-Za-z][\w/ -]{1,24})\W{0,3}: \S.*$|^`[^`\n]{1,80}` (?:to|for|—|–|-) "
)
"""An entry of a list that names a thing: `Class: HPacker (horizontal packer for layout)`."""
_TELLING = frozenset(
    "approach branch cause commit constraint decision finding fix goal issue limitation next note problem "
    "reason result risk rule status workaround".split()
)
"""Labels whose entry is informative without a verb."""
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|could|will|would|should|must|may|might|cannot|"
    r"need|ran|made|took|went|came|got|kept|left|found|built|wrote|broke|sent|set|read|led|fell|held|lost|met|"
    r"\w{2,20}ed|\w{2,20}n['’]t|never|only|no longer)\b"
    r"|\b[a-z]{2,20}(?<!s)s (?!(?:and|or|of|for|in|on|at|with|from|across|per)\b)(?=[\w`\"'(])"
)
"""Signs that a text states something; the following word distinguishes a verb from a plural noun."""
_ASIDE = re.compile(r"\([^()\n]{0,80}\)")
MOST_OF_LABEL = 14
"""Most words of an entry that only names something."""


def is_label(text: str) -> bool:
    """Return whether a text only names a thing, as a list entry does, and states nothing about it."""
    found = _LABEL.match(text)
    if found is None or len(text.split()) > MOST_OF_LABEL or _VERB.search(_ASIDE.sub("", text)):
        return False
    named = found["named"]
    return named is None or not _TELLING & set(named.casefold().split())


_ENDS = re.compile(r"\s*(?:$|\n\s*\n|\n\s*(?:[-*+•]|\d{1,3}[.)]|#|EOF|Co-Authored|\)|\"|'|🤖))")
_BEGINS = re.compile(
    r"(?:^|\n[ \t]*\n|[\"':])[ \t]*(?:\n[ \t]*)?(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?$"
    r"|\n[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+$"
)


def is_cut(events: Lookup, words: EventWords) -> bool:
    """Return whether words are a line of a wrapped text that continues before or after them."""
    text = events[words.ordinal].text
    ends = text[words.start : words.end].rstrip()[-1:] in (".", "!", "?")
    before = text[max(0, words.start - 200) : words.start]
    begins = (
        _BEGINS.search(before) is not None or before.rstrip()[-1:] in (".", "!", "?") or "EOF" in before[-8:]
    )
    return not begins or not (ends or _ENDS.match(text, words.end) is not None)
