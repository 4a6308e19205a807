"""Classes of words and forms that mark a sentence as a decision, open work, a question or a report.

Each class is one feature of the ranker; its weight is fitted, not written here.
"""

from __future__ import annotations

import re
from functools import lru_cache

_CLASSES: dict[str, str] = {
    "decides": (
        r"decid\w{0,6}|chos\w{1,3}|choos\w{1,3}|opt(?:ed|ing)? for|go(?:ing)? with|settled? on|"
        r"prefer\w{0,4}|approach"
    ),
    "must": r"must|have to|has to|need(?:s|ed)? to|required?|requires|mandatory|ensure|make sure",
    "should": r"should|ought to|supposed to",
    "can": r"can|could|may|might|would",
    "will": r"will|'ll|going to|about to",
    "never": r"never|always|only|every|all|any|each|no longer|at least|at most|exactly",
    "not": r"not|n't|cannot|without|no|none|neither|nor",
    "dont": (
        r"don't|do not|avoid|stop|skip|leave|ignore|keep|stays?|remain unchanged|unchanged|"
        r"untouched|as is|preserve"
    ),
    "because": (
        r"because|since|so that|due to|as it|in order to|therefore|hence|otherwise|reason|why|"
        r"caused? by"
    ),
    "contrast": (
        r"instead|rather|but|however|although|though|unlike|whereas|actually|in fact|even if|"
        r"even though"
    ),
    "remaining": (
        r"remain(?:s|ing)?|left to|todo|to do|next|still|not yet|pending|outstanding|"
        r"follow[- ]?up|later|future|defer\w{0,4}|for now"
    ),
    "gap": (
        r"gap|missing|lacks?|limitation|known issue|caveat|edge case|pre-?existing|unrelated|"
        r"out of scope|not covered|untested|doesn't|does not|isn't|fail(?:s|ed|ing|ure)?"
    ),
    "wrong": r"wrong|incorrect\w{0,2}|bug|broken|stale|mistake|misleading|problem|issue|error",
    "cause": r"root cause|the cause|culprit|turns out|means that|this means|which means|explains",
    "done": (
        r"added|fixed|updated|created|removed|renamed|replaced|moved|implemented|changed|"
        r"committed|pushed|wrote|written|replied|refactored|merged|extracted|restored|verified|"
        r"confirmed"
    ),
    "passes": r"pass(?:es|ed|ing)?|clean|green|0 issues|succe\w{2,6}|works",
    "offer": (
        r"want me to|would you like|shall i|should i|do you want|let me know|"
        r"if you (?:want|like|prefer)"
    ),
    "announces": r"let me|now i|i'll now|i need to|first,? let|let's",
    "we": r"we|our|us",
    "i": r"i|i'm|i've|my",
    "you": r"you|your",
    "user": r"the user|users?",
    "test": r"tests?|lint|ci|verify|verification|check(?:s|ed)?",
    "git": (
        r"commit\w{0,3}|branch\w{0,2}|push\w{0,2}|pr|pull request|merge|rebase|stag(?:e|ed)|"
        r"worktree"
    ),
    "condition": r"if|when|unless|until|once|before|after|while|whenever",
    "default": (
        r"default|fallback|falls? back|optional|configur\w{2,7}|setting|threshold|limit|timeout|"
        r"max(?:imum)?|min(?:imum)?"
    ),
    "time": r"now|currently|today|already|again|first|then|finally",
    "like": r"i like|i want|i think|i'd|would be (?:good|nice|better)|please|expected|feel",
    "agree": r"yes|yeah|ok|okay|sure|agreed?|good|great|perfect|right|correct|makes sense",
    "trade": (
        r"trade-?off|pros?|cons?|simpler|safer|better|worse|cleaner|overhead|complexity|"
        r"acceptable|fine"
    ),
    "summary": r"summary|in short|overall|key|note|important|warning|remember",
}
_PLAIN = re.compile(r"[a-z0' -]*")


def beginnings(words: str) -> tuple[str, ...]:
    """Return the first letters of a class's words, as far as all forms of a word share them."""
    found, depth, start = [], 0, 0
    for place, letter in enumerate([*words, "|"]):
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and depth == 0:
            found.append(words[start:place])
            start = place + 1
    plain = []
    for word in found:
        begun = _PLAIN.match(word)
        size = begun.end() if begun else 0
        plain.append(word[: size - (word[size : size + 1] in ("?", "*", "{"))])
    return tuple(dict.fromkeys(plain))


_WORDS = {f"cue:{name}": rf"(?<![\w-])(?:{words})(?![\w-])" for name, words in _CLASSES.items()}
_CUES = tuple((name, re.compile(words, re.IGNORECASE)) for name, words in _WORDS.items())
_PLAIN_CUES = tuple((name, re.compile(words)) for name, words in _WORDS.items())
"""Like `_CUES`, for lower-case text, in which they are found faster."""


def _classes_by_letters() -> dict[str, int]:
    """Return, by the first one or two letters of a word, a bit mask of the classes that may contain it."""
    found: dict[str, int] = {}
    for place, words in enumerate(_CLASSES.values()):
        for begun in beginnings(words):
            found[begun[:2]] = found.get(begun[:2], 0) | 1 << place
    return found


_BY_LETTERS = _classes_by_letters()
_BEGUN = re.compile(r"(?<![\w-])(?=([a-z0'].?))")
_NAME = re.compile(
    r"`[^`\n]{2,80}`|\b\w{1,60}(?:[_./]\w{1,60}){1,8}\b|\b[a-z]{1,40}[A-Z]\w{1,40}\b"
    r"|\b[A-Z][a-z]{1,30}[A-Z]\w{1,40}\b"
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]{0,12}\b")
_HASH = re.compile(r"\b[0-9a-f]{7,40}\b")
_VERB_LED = re.compile(
    r"^(?:\*\*)?(?:add|allow|apply|avoid|build|call|change|check|clear|commit|convert|create|define|delete|"
    r"document|drop|ensure|extend|extract|fix|handle|implement|introduce|keep|make|mark|move|parse|pass|persist|push|"
    r"put|read|refactor|remove|rename|replace|return|run|save|set|show|skip|store|support|test|treat|update|use|verify|"
    r"wire|wrap|write)\b",
    re.IGNORECASE,
)
_FORMS = {
    "bold_start": re.compile(r"^\*\*"),
    "bracket": re.compile(r"\("),
    "dash": re.compile(r" [-–] |—"),
    "quote": re.compile('"'),
    "arrow": re.compile("→|->"),
    "hash": _HASH,
    "number": _NUMBER,
    "verb_led": _VERB_LED,
    "question": re.compile(r"\?[\"')*_` ]{0,6}$"),
    "asks": re.compile(
        r"^(?:(?:and|but|so|then|ok(?:ay)?|btw|also|hm+),? ){0,2}"
        r"(?:(?:what|where|who|why|which|how|when)(?:'s|s)?|(?:do|does|did|is|are|was|were|can|could|should|"
        r"would|will|has|have) (?:i|you|we|he|she|it|they|that|this|there|the|these|those|our|your))\b",
        re.IGNORECASE,
    ),
    "colon": re.compile(r":[\"')*_` ]{0,6}$"),
    "exclaims": re.compile(r"![\"')*_` ]{0,6}$"),
}
_LENGTHS = (30, 50, 75, 100, 140, 190, 260, 340)
_MOST_NAMES = 4


def cues(text: str) -> list[str]:
    """Return the classes with a word or a form in the sentence, in a fixed order."""
    return list(_cues(text))


@lru_cache(maxsize=20_000)
def _cues(text: str) -> tuple[str, ...]:
    text = text.replace("’", "'")  # some agents write `I’ll`
    low = text.lower()
    found = _plain_cues(low) if _is_plain(low, text) else [n for n, cue in _CUES if cue.search(text)]
    found += [f"form:{name}" for name, pattern in _FORMS.items() if pattern.search(text)]
    names = sum(1 for _ in _NAME.finditer(text))
    found.append(f"names:{min(names, _MOST_NAMES)}")
    found.append(f"length:{sum(len(text) >= edge for edge in _LENGTHS)}")
    return tuple(found)


def _is_plain(low: str, text: str) -> bool:
    """Return whether searching the lower-case text finds the same classes as a case-insensitive search.

    Two Unicode letters, `ſ` and `ı`, match `s` and `i` if case is ignored, and are therefore excluded.
    """
    return low.isascii() or (len(low) == len(text) and "ſ" not in low and "ı" not in low)


def _plain_cues(text: str) -> list[str]:
    """Return the classes with a word in a lower-case text."""
    asked = 0
    for letters in set(_BEGUN.findall(text)):
        asked |= _BY_LETTERS.get(letters, 0) | _BY_LETTERS.get(letters[0], 0)
    return [
        name
        for place, (name, pattern) in enumerate(_PLAIN_CUES)
        if asked >> place & 1 and pattern.search(text)
    ]
