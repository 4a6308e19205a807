"""Whether a clause has a verb of its own, so that it states something and is no fragment."""

from __future__ import annotations

import re

from gates.language.lexicon import SPOKEN_NUMBERS
from workbench.facts.sentences.words import ACTION_VERBS, EXPLAIN_VERBS, LOOK_VERBS
from workbench.strategies.historian.stance import past_forms

_ALWAYS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|will|would|should|must|may|might|passe[sd]|pass|fails?|works?|"
    r"needs?|uses?|shows?|fits?|stands?|gives?|runs|exists?|remains?|stays?|means?|returns?|handles?|"
    r"appears?|agrees?|comes?|goes|wants?|costs?|holds?|takes?|knows?|gets?|isn't|aren't|wasn't|doesn't|don't|didn't|can't|won't)\b|"
    r"\b(?:still|already|now|also|never|always|currently) [a-z]{2,20}[a-rt-z]s\b|"
    r"\w'(?:re|ve|ll)\b|\b(?:it|that|this|there|here|what|he|she|who|everything|nothing)'s\b",
    re.IGNORECASE,
)
_ONLY_DESCRIBED = "".join(rf"(?<!\b{word} )" for word in "a an the for of in on to with from".split())
_GOES_ON = "|".join(
    """
    to in on at by from for with into as than and but or after before without of up out off down over through
    back again both all any every each a an the no its their it them this that these those here there too now
    well fine
    """.split()
    + list(SPOKEN_NUMBERS)
)
_PAST = re.compile(
    rf"(?<![\w/-]){_ONLY_DESCRIBED}\w{{2,20}}ed(?=\W*$|[,;:.)]| (?:{_GOES_ON}|\w{{2,20}}ly|\d\S{{0,12}})\b)",
    re.IGNORECASE,
)
"""A past form before the end, a particle, a determiner or an adverb; before a noun it only describes it."""
_SUBORDINATE = re.compile(
    r"[\s,;:(–—-]+(?:since|because|if|when|unless|until|while|although|though|whereas|so that)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()]{0,200}\)")
MOST_DIGITS = 3
"""Most digits of a number that opens a statement; a longer one is an id."""
_TERM = re.compile(r"^[^,.;]{1,60}? [-–—] ")
"""A term followed by a dash and a note on it."""
_COUNTS = re.compile(r"\S+ [a-z]", re.IGNORECASE)
"""A number and what it counts: `14 tests ran`."""
FRAGMENT = frozenset(
    "with without only not for in at on from to like by of about as if seems looks than via per".split()
)
"""Words that open no complete statement."""
_NOT_THAT = frozenset(
    "let this that it these those they he she here what how which who where why when and or "
    "need needs no yes should would could can will must".split()
)
"""Opening words of a report that says nothing without the sentence before it."""

VERBS = ACTION_VERBS | LOOK_VERBS | EXPLAIN_VERBS
_AUXILIARY = re.compile(r"\S{1,40} (?:is|are|was|were|has|have|had|now|works|does)\b", re.IGNORECASE)


def has_main_verb(sentence: str) -> bool:
    """Return whether a sentence has a verb outside of parentheses and before its subordinate clauses.

    Its first word is its subject and never a past form.
    """
    bare = _ASIDE.sub("", sentence).strip()
    later = _SUBORDINATE.search(bare)
    main = bare[: later.start()] if later is not None and later.start() else bare
    rest = main.partition(" ")[2]
    return _ALWAYS.search(main) is not None or _PAST.search(rest) is not None


def has_verb(text: str) -> bool:
    """Return whether some words have a verb form."""
    return _ALWAYS.search(text) is not None or _PAST.search(text) is not None


def opens_with_subject(sentence: str) -> bool:
    """Return whether the first word, a verb by its form, is the subject: `Upload is working`."""
    return _AUXILIARY.match(sentence) is not None


def names_nobody(sentence: str) -> bool:
    """Return whether it is a list entry that describes what something does: `joins both into one error`."""
    first, _, rest = sentence.partition(" ")
    states = has_verb(rest.partition(" ")[0])
    return first[:1].islower() and first.endswith("s") and not first.endswith("ss") and not states


def is_statement(sentence: str) -> bool:
    """Return whether a sentence has a verb and is complete without the sentence before it."""
    if not (sentence[0].isalnum() or sentence[0] in "\"'#@/~"):
        return False
    opens = sentence.split(maxsplit=1)[0].casefold().strip(",").partition("'")[0]
    bare = opens in _NOT_THAT | FRAGMENT or opens.endswith("ing")
    bare = bare or (opens in VERBS and not opens_with_subject(sentence))
    number = opens[:1].isdigit() and (len(opens) > MOST_DIGITS or not _COUNTS.match(sentence))
    term = _TERM.match(sentence)
    number = number or (term is not None and not has_verb(term.group()))
    action = (
        opens[:-1] in VERBS
        or f"{opens[:-3]}y" in VERBS
        or opens[:-2] in VERBS
        or opens.endswith(("ises", "izes", "ates"))
    )
    action = action or opens in past_forms()
    return not bare and not number and not action and has_main_verb(sentence)
