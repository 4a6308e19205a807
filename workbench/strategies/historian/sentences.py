"""Sentences of a narrative, built from one person's words: third person, plain words, cut at clause borders.

Each form is neutral words around an original clause (`asked to ...`, `reported that ...`); in the clause only
pronouns change. Sentences with code, or addressed to the other side, are not used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gates.language.sentence_spans import sentences
from workbench.facts.proposals.cues import cues
from workbench.facts.sentences.sentence import classify
from workbench.facts.sentences.talk import informs, is_tentative
from workbench.facts.spans import fold, without_emphasis
from workbench.strategies.bare_texts import is_note
from workbench.strategies.historian.names import ordinary, technical
from workbench.strategies.historian.rules import has_id
from workbench.strategies.historian.stance import past_forms
from workbench.strategies.historian.whole_statements import FRAGMENT, VERBS, is_statement, names_nobody
from workbench.strategies.main_verbs import has_main_verb
from workbench.strategies.page.self_contained import awaits_run

MAX_CLAUSE = 150
"""Most characters of one clause; a longer one is cut at a border."""
FEWEST_WORDS = 3
MOST_COMMAS = 3
MAX_READ = 24_000
MOST_SENTENCES = 60

_FENCE = re.compile(r"^[ \t]{0,8}```[^\n]*\n(?:[^\n]*\n){0,4000}?[ \t]{0,8}```", re.MULTILINE)
_CODE = re.compile(r"[{}<>|=\\;$→⇒]|->|=>|\w\(\)|^\W*\w{1,30}:\s*$|https?:")
_MARK = re.compile(r"^(?:[-*+•>#]{1,6}|\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2}){1,3}(?=\s[A-Z]))\s+")
_OPENER = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|also|now|hmm+|yeah|yes|yep|alright|but|then|hey|hi|hello|thanks|sorry|actually|"
    r"wait|oh|seems like|looks like|one more thing|i think|i guess|i mean|"
    r"(?:my )?(?:dude|man|friend|bro)(?=[,.! ])|"
    r"understood|got it|basically|however|u+h*m+|well)(?:[,.!:… -]{1,4}|\s)|"
    r"(?:no|great|cool|perfect|good|nice|right|well|done)[,.!:…][ -]{0,3}|(?:no|yes) [-–—] |"
    r"no (?=(?:i|it|that|this|we|you)\b))(?=\w)",
    re.IGNORECASE,
)
_ASKS_FOR = re.compile(
    r"^(?:please )?(?:can|could|would|will) (?:you|we) (?:please |maybe |also |just |now )?"
    r"([a-z][^?]{5,400})\??$",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"^(?:i|we)(?:'d| would) like (?:you )?to ([a-z].{5,400})$"
    r"|^(?:i|we) (?:also |really |now |do )?(?:want|need|have)(?: you)? to ([a-z].{5,400})$"
    r"|^(?:i think )?(?:i|we) should (?!not\b)([a-z].{5,400})$"
    r"|^let'?s (?:please |now |first |just )?(?!not\b)([a-z].{5,400})$",
    re.IGNORECASE,
)
_BARS = re.compile(r"^(?:please )?(?:do not|don't|never) ([a-z].{5,400})$", re.IGNORECASE)
_PLEASE = re.compile(
    r"^(?:please|pls) ([a-z].{5,400})$|^([a-z].{5,400}?),? (?:please|pls)[.!]?$", re.IGNORECASE
)
_LEADS = ((_BARS, "asked not to"), (_ASKS_FOR, "asked to"), (_WANTS, "wanted to"), (_PLEASE, "asked to"))
_OWN_ACTION = re.compile(
    r"^(?:i|we)(?:'ve| have)?(?: (?:now|just|also|already|successfully|then))? ([a-z]{2,20}) (.{4,400})$",
    re.IGNORECASE,
)
_BARE_ACTION = re.compile(r"^([A-Z][a-z]{2,20}) (.{4,400})$")
_YOURSELF = re.compile(r"^(get|give) yourself(?= (?:an?|the|some)\b)", re.IGNORECASE)
_SPOKEN_TO = re.compile(r"\b(?:you|your|you're|you've|yours|yourself|yourselves|u)\b", re.IGNORECASE)
_BORDER = re.compile(
    r"(?<=[^\s,;:])(?:[,;:]? (?:but|so|because|which|and then)\b|[,;:] | (?:[-–—](?= )|\() ?)"
)
_CONDITION = re.compile(
    r"[\s,;:(–—-]*(?:and |but |or )?(?:if|unless|until|when|before|after|once|while|except)\b", re.IGNORECASE
)
"""Conditions, which may not be cut off: the rest would claim more than was said."""
_PAST = {
    "chosen": "chose",
    "done": "did",
    "given": "gave",
    "hidden": "hid",
    "rewritten": "rewrote",
    "taken": "took",
    "withdrawn": "withdrew",
    "written": "wrote",
}
"""Participles that are no past form: `I have done` is told as `did`."""
_THIRD = {
    "i am": "they are",
    "i was": "they were",
    "i'm": "they are",
    "we're": "they are",
    "i've": "they have",
    "we've": "they have",
    "i'd": "they would",
    "we'd": "they would",
    "i'll": "they will",
    "we'll": "they will",
    "i": "they",
    "we": "they",
    "me": "them",
    "us": "them",
    "my": "their",
    "our": "their",
    "myself": "themselves",
    "ourselves": "themselves",
    "mine": "theirs",
    "ours": "theirs",
}
_SHIFT = re.compile(rf"(?<![\w'])({'|'.join(map(re.escape, _THIRD))})(?![\w'])", re.IGNORECASE)


_STATES = {
    "cue:passes": 3.0,
    "cue:done": 2.0,
    "cue:cause": 2.0,
    "cue:remaining": 1.5,
    "cue:gap": 1.5,
    "cue:decides": 1.0,
}
_DECIDES = {
    "cue:decides": 3.0,
    "cue:must": 2.0,
    "cue:never": 1.5,
    "cue:dont": 2.0,
    "cue:contrast": 1.5,
    "cue:should": 1.0,
    "cue:because": 1.0,
    "form:question": -1.0,
}
_DIRECTS = frozenset(("cue:decides", "cue:must"))


_LABEL = re.compile(r"^(?:[A-Za-z0-9][\w/-]{0,20} ?){1,4}(?:\([^()]{1,40}\))?: (?=[\w~])")
_OVER = re.compile(
    r"^(?:before|previous(?:ly)?|old|was|problem|issue|bug|symptom|cause|example|scenario|option \w{1,9}|"
    r"current(?:ly| \w{1,20})?|expected|proposed|impact|risk|root cause)\b[^:.\w]{0,3}: ",
    re.IGNORECASE,
)
"""A label of what was, or what somebody might do; the agent's words behind it report no state."""
_PREDICTS = re.compile(
    r"\bshould (?:have|be|now|also|then|work|pick)\b"
    r"|\bstill (?:building|finishing|going|pending|running|uploading|waiting)\b",
    re.IGNORECASE,
)
"""Words of what is to come, or of something that had not come to its end."""
_LEFT_OPEN = re.compile(r"\b(?:this|that|these|those)\W*$", re.IGNORECASE)
"""The end of a report whose object is in another sentence."""
_NO_REQUEST = re.compile(r"^(?:not\b|(?:now |all |both |just )?(?:be|have been)\b)", re.IGNORECASE)
"""The rest of `can we not ...`, which means its opposite, and of `we should be ...`, which states a state."""
_ANNOUNCES = re.compile(r"\b(?:following|below|this|these)\b[^:]{0,60}:\W*$", re.IGNORECASE)
"""The end of a request that only introduces the text pasted after it: `Consider the following issue:`."""
_RESUMES = re.compile(
    r"^(?:where (?:were|are|did) we\b|what(?:'s| is| was) (?:next|left|the (?:status|state))\b|"
    r"(?:are|is) (?:we|it|all|everything) (?:all )?(?:done|com+it+ed|pushed)\b|"
    r"(?:do|did|can|could|are|have) you (?:still |already |even )?(?:have access|catch|"
    r"see (?:it|this|that|the)\b|g[eo]t (?:it|this|that|the)\b|remember|read)|"
    r".{0,60}\byou (?:still )?there$)",
    re.IGNORECASE,
)
"""A question about the state of the work; it requests no work."""
_PLACE = re.compile(r" (?:in)?to (?:the )?\S{2,120}$", re.IGNORECASE)
_HOLLOW = re.compile(
    r"(?:(?:do|try|start|begin|continue|go|proceed|keep going|get) ?)?"
    r"(?:(?:with|to|on|ahead|for|at|about|by|from|as|it|that|this|so|them|those|these|same|the|other|one|ones"
    r"|things?|then|now|first|next|too|also|again|instead|later|please|and|both|all|here|there|way|steps?|like"
    r"|go|well|soon|today|tomorrow) ?){0,12}",
    re.IGNORECASE,
)
"""A request that names nothing: its subject is in another message."""
_PLAN = re.compile(r"^implement (?:the following|this) plan:?$", re.IGNORECASE)
_POINTS = re.compile(r"\b(?:it|that|this|them|those|these|here|same)\b", re.IGNORECASE)
FEW_WORDS = 9
"""Words of a sentence below which `it` and `that` leave too much open."""
_NO_OBJECT = FRAGMENT | frozenset("and after before due under over within through".split())
"""Words after a verb form that then reports no action on a thing: `Combined with the other change`."""
_CHOSEN = re.compile(r"^\W*\d{1,2}[.)]? (?:is|does|seems?|sounds?|looks?|would|was)\b", re.IGNORECASE)
"""The beginning of a statement about an entry of a list that only its message shows."""
_NO_ACTION = re.compile(
    r"^\w+ (?:\d|[+&/] |(?:\S+ ){0,2}(?:should|is|are|was|were|will|would|must|can|has|have)\b)"
    r"|^(?:comment|note|question|remark|report|review)s? (?:about|from|of|by)\b",
    re.IGNORECASE,
)
"""The beginning of a sentence whose first word is a noun: `Commit 3 should be docs`."""
_CONDITIONAL = frozenset("if when unless once while because since although though".split())
_COMMON = frozenset("all both tests each every some most many due basically everything nothing".split())
_HANGING = frozenset(
    "to of for with from in on at by the a an and or that which into via "
    "if when than as how what but so".split()
)
"""Words at which a cut clause would be incomplete."""
_ADDRESS = re.compile(r"https?://\S{3,400}")


def spoken(text: str, *, reports: bool = False) -> list[str]:
    """Return the plain sentences of a message, in order: without code, marks and opening words.

    Of `reports` of the agent also without headings, and without what a label says to be over or proposed.
    """
    plain = _ADDRESS.sub("\n\n", _FENCE.sub("\n", text[:MAX_READ].replace("’", "'")))
    found: list[str] = []
    for start, end in sentences(plain)[:MOST_SENTENCES]:
        if reports and plain[start:end].startswith("#"):
            continue
        source_text = _MARK.sub("", fold(plain[start:end]))
        bare = without_emphasis(source_text) if "`" not in source_text else source_text.replace("**", "")
        if reports and _OVER.match(bare):
            continue
        for _ in range(3):
            bare = _OPENER.sub("", _LABEL.sub("", bare))
        if found and _PLAN.match(found[-1]) and not details(bare):
            found[-1] = f"{found[-1].rstrip(':')}: {bare}"
            continue
        if len(bare.split()) >= FEWEST_WORDS and bare.count('"') % 2 == 0:
            found.append(bare)
    return found


def details(sentence: str) -> int:
    """Count the technical details and ids that a sentence names."""
    quoted = sentence.count("`") // 2
    return quoted + sum(technical(piece) is not None or has_id(piece) for piece in sentence.split())


_PARTICIPLE = re.compile(r"\b(?:is|are|was|were)\b")
"""Auxiliaries with which a verb form at the beginning of a sentence only describes its subject."""
QUALIFIES = frozenset(
    "abandoned used based needed called named expected "
    "focused detailed related limited mixed advanced supported failed".split()
)
"""Verb forms that open a note on a thing rather than an action."""
MADE = frozenset("wrote rewrote ran reran built rebuilt made".split())
NOUNS = frozenset("phone email test tests work plan question note look sound check".split())
"""Verbs that open a note on a thing as often as an action."""


def requested(sentence: str, who: str) -> str | None:
    """Return a person's request or wish in the third person; None if the sentence has neither."""
    for pattern, lead in () if _ANNOUNCES.search(sentence) else _LEADS:
        found = pattern.match(sentence)
        if found is not None:
            clause = next(each for each in found.groups() if each)
            conditional = clause.split(maxsplit=1)[0].casefold() in _CONDITIONAL
            bars = lead.endswith("not to")
            if conditional or _NO_REQUEST.match(clause) or _is_hollow(clause):
                return None
            return _stated(f"{who} {lead}", clause if bars else _unplaced(clause))
    words = [word.strip(",:").casefold() for word in sentence.split()[:2]]
    directs = words[0] in VERBS - NOUNS or (words[0].endswith("ly") and words[-1] in VERBS)
    directs = directs and not _ANNOUNCES.search(sentence) and not _is_hollow(sentence)
    if directs and not sentence.endswith("?") and not _NO_ACTION.match(sentence):
        return _stated(f"{who} asked to", _unplaced(f"{sentence[0].lower()}{sentence[1:]}"))
    return None


def _is_hollow(clause: str) -> bool:
    """Return whether a request names nothing to be done."""
    return _HOLLOW.fullmatch(clause.rstrip(" .!?;:,")) is not None


def _unplaced(clause: str) -> str:
    """Return the clause without the target file or address at its end, unless it names another detail."""
    place = _PLACE.search(clause)
    bare = clause[: place.start()] if place is not None else clause
    return bare if place is not None and details(place.group()) and not details(bare) else clause


def stated(sentence: str, who: str) -> str | None:
    """Return a person's statement in the third person; None for questions and words to the other side."""
    listed = sentence.count(",") >= MOST_COMMAS
    if (
        listed
        or _CHOSEN.match(sentence)
        or sentence.endswith(("?", ":", "…", "..."))
        or not is_statement(sentence)
    ):
        return None
    return _stated(f"{who} said that", _lowered(sentence))


def asked(sentence: str, who: str) -> str | None:
    """Return a person's question in their own words, in quotation marks."""
    clause = sentence.rstrip("?! .,")
    fits = len(clause) <= MAX_CLAUSE and not details(clause) and not _CODE.search(clause)
    fits = fits and '"' not in clause and not _RESUMES.match(clause)
    return f'{who} asked "{clause}".' if fits and sentence.endswith("?") else None


def quoted(message: str, lead: str) -> str | None:
    """Return the first plain words of a short message, verbatim; None if it has none."""
    for start, end in sentences(message[:MAX_READ])[:1]:
        if lead.startswith("The user") and message[start:end].endswith("?"):
            return asked(fold(message[start:end]), "The user")
        if message[start:end].rstrip().endswith(":"):
            return None
        clause = _cut(fold(message[start:end]).rstrip(" .!?,;:"))
        return f"{lead} {clause}." if clause else None
    return None


def tells(message: str) -> bool:
    """Return whether the first sentence of a message states something, and not only what comes next."""
    first = [message[start:end] for start, end in sentences(message[:MAX_READ])[:1]]
    return any(informs(each) and not is_note(each) for each in first)


def done(sentence: str) -> str | None:
    """Return the agent's action in the third person; None if the sentence reports no action of the agent."""
    own = _OWN_ACTION.match(sentence)
    found = own or _BARE_ACTION.match(sentence)
    verb = found.group(1).casefold() if found is not None else ""
    plain = own is not None or (verb.endswith("ed") and verb not in QUALIFIES) or verb in MADE
    if found is None or verb not in past_forms() or not plain or sentence.endswith("?"):
        return None
    bare = own is None and found.group(2).split(maxsplit=1)[0].casefold() in _NO_OBJECT
    if bare or not found.group(2)[0].isalnum() or (own is None and _PARTICIPLE.search(found.group(2))):
        return None
    return _stated(f"The agent {_PAST.get(verb, verb)}", found.group(2), first="its")


def reported(sentence: str) -> str | None:
    """Return the agent's statement about the matter, as its report."""
    if not is_statement(sentence) or not informs(sentence) or names_nobody(sentence):
        return None
    guess = (
        is_tentative(sentence)
        or awaits_run(sentence)
        or _PREDICTS.search(sentence)
        or _LEFT_OPEN.search(sentence)
    )
    return None if guess else _stated("The agent reported that", _lowered(sentence), first="its")


def weight_of_result(sentence: str) -> float:
    """Return how much a sentence of the agent says about results."""
    return _weighed(sentence, _STATES) - _burden(sentence)


def directs(sentence: str) -> bool:
    """Return whether a person's statement says what is to be, and not how something is or was."""
    return classify(sentence) is not None or not _DIRECTS.isdisjoint(cues(sentence))


def weight_of_choice(sentence: str) -> float:
    """Return how decisive a sentence of a person is."""
    return _weighed(sentence, _DECIDES) - _burden(sentence)


def _weighed(sentence: str, worth: Mapping[str, float]) -> float:
    found = set(cues(sentence))
    return sum(value for name, value in worth.items() if name in found)


def _burden(sentence: str) -> float:
    count = len(sentence.split())
    points = 1.0 if count < FEW_WORDS and _POINTS.search(sentence) else 0.0
    return points + 1.5 * details(sentence) + (1.0 if count < 5 else 0.0) + max(0, count - 24) * 0.05


def _stated(lead: str, clause: str, *, first: str = "") -> str | None:
    """Return the lead and the clause in the third person, cut before a detail or a word to the other side."""
    kept = _cut(_YOURSELF.sub(r"\1", clause).rstrip(" .!?;:,").replace('."', '"'))
    if kept is None or (lead.endswith(" that") and not has_main_verb(kept)):
        return None
    if first:
        if re.search(r"\b(?:I|i|we|me|us|i'm|i'll|we'll)\b", kept):
            return None
        kept = re.sub(r"\b(?:my|our)\b", first, kept, flags=re.IGNORECASE)
    else:
        kept = _SHIFT.sub(lambda found: _THIRD[found.group(1).casefold()], kept)
    return f"{lead} {kept}." if len(kept.split()) >= FEWEST_WORDS - 1 else None


def _cut(clause: str) -> str | None:
    """Return the longest plain beginning of a clause, up to a border; None if there is none."""
    ends = [len(clause), *(found.start() for found in reversed(list(_BORDER.finditer(clause))))]
    for end in ends:
        kept = clause[:end].rstrip(" .!?;:,-–—(")
        if _CONDITION.match(clause, end) or kept.rpartition(" ")[2].casefold() in _HANGING:
            continue
        if len(kept) <= MAX_CLAUSE and _is_plain(kept) and (end == len(clause) or len(kept.split()) >= 4):
            return kept
    return None


def _is_plain(text: str) -> bool:
    marks = _CODE.search(text) or details(text) or _SPOKEN_TO.search(text)
    return not marks and text.count("(") == text.count(")") and text.count('"') % 2 == 0


def _lowered(sentence: str) -> str:
    """Return the sentence in a form that can follow other words: lower case, unless it begins with a name."""
    first = sentence.split(maxsplit=1)[0].strip(",'").casefold().partition("'")[0]
    capital = sentence[:2].istitle() and (first in _COMMON or ordinary(first))
    return sentence[0].lower() + sentence[1:] if capital else sentence
