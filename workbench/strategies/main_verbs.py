"""Whether a clause has a verb of its own, so that it states something and is no fragment."""

from __future__ import annotations

import re

from gates.language.lexicon import SPOKEN_NUMBERS

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
