"""Compares one statement with one captured item (S1 gate C); `gates.retention.best_match` uses it for all.

Words that occur literally are preserved. Anything else is aligned with the item word by word, and every
difference is classified (`gates.retention.edits`); if it is unclear whether something was lost, the match is
uncertain.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from rapidfuzz import fuzz

from gates.artifact import ItemKind
from gates.capture import CapturedItem
from gates.language.lexicon import DONE_WORDS, OPEN_WORDS
from gates.language.modality import affirmed, anchors, force, lifted, opposite, runs, topic, turned, weakened
from gates.language.numerals import within
from gates.language.quantities import YEAR, is_date, is_year
from gates.language.similarity import ComparedText, Weight, coverage, similarity, statement
from gates.language.tokens import IdentifierKind, Number
from gates.report import Retention
from gates.restatement import SAME_AT, ArtifactStatement, holds, names
from gates.retention.alignment import align
from gates.retention.bans import banned, became_of
from gates.retention.chosen_options import answer_retained
from gates.retention.clear_words import LEAST_CLEAR
from gates.retention.contrasts import takes_barred
from gates.retention.edits import RetellingEdits, read_edits
from gates.retention.enumerated import without_named_count
from gates.retention.limited import Said, limited
from gates.retention.literal import ELISION, bare, occurs_literally, word_forms
from gates.retention.match import RETAINED, WORST, Match
from gates.retention.numbered import without_numbers
from gates.retention.same_form import in_one_form
from gates.retention.times import ends_when_begun
from gates.retention.verb_forms import similarity_of_forms
from gates.retention.version_names import other_version

RETAINED_AT = {"open_work": 0.62, "decision": 0.55}
MISSING_BELOW = {"open_work": 0.45, "decision": 0.38}
PRESERVED_AT = 0.97
MAX_MISSING = 1
"""Content words that a paraphrase may leave out."""
LEAST_HELD = 0.66
"""Share of the content words that a paraphrase must contain."""
RULE_RETAINED_AT = 0.48
"""Least score for a rule whose names and numbers are all in a statement that binds as firmly.

It also applies to the user's own words cut short.
"""
OPPOSED_AT = 0.7
"""Similarity from which one word of a pair of opposites reverses a statement."""
ALTERED_AT = 0.7
"""Similarity from which a difference alters the item; below it the statement may be about something else."""
LIFTED_AT = 0.4
"""Share of a rule's topic that must occur beside the words that retract it."""
ASKED_AT = 0.15
"""Least share of a question that must occur beside its answer."""
LEAST_QUOTED = 4
"""Fewest words of a quoted part that identify the text it abridges."""
_BAN = re.compile(r"no\b", re.IGNORECASE)
_DENYING = frozenset(("not", "never", "t", "longer", "avoid", "without", "cannot"))
_OTHERS = frozenset(("all", "anybody", "anyone", "everybody", "everyone"))
"""Words before `but` that exclude the person named after it."""
_OF_BAN = {
    "gone": (Retention.PARAPHRASED, "ban_kept"),
    "stays": (Retention.CONTRADICTED, "ban_broken"),
}
_NATURAL = {
    "open_work": (ItemKind.OPEN_WORK, ItemKind.OPEN_QUESTION),
    "decision": (ItemKind.DECISION, ItemKind.CONSTRAINT),
}
_STRONG = (IdentifierKind.PATH, IdentifierKind.FILE, IdentifierKind.SYMBOL, IdentifierKind.FLAG)


def compare(
    captured: CapturedItem,
    compared: ComparedText,
    unit: ArtifactStatement,
    weight: Weight,
    said: Said | None = None,
) -> Match:
    """Return the match of one statement with a captured item; `said` tells which limits a human stated."""
    plain = without_named_count(captured.text, unit.compared.text)
    if plain != captured.text:
        captured, compared = captured.model_copy(update={"text": plain}), statement(plain)
    plain, told = in_one_form(captured.text, unit.compared.text)
    if (plain, told) != (captured.text, unit.compared.text):
        captured, compared = captured.model_copy(update={"text": plain}), statement(plain)
        unit = replace(unit, compared=statement(told))
    return limited(captured, _compared(captured, compared, unit, weight), said)


def _compared(
    captured: CapturedItem, compared: ComparedText, unit: ArtifactStatement, weight: Weight
) -> Match:
    if not compared.stems:
        wanted = captured.text.strip().casefold()
        same = wanted != "" and wanted in unit.compared.text.casefold()
        verdict = Retention.PRESERVED if same else Retention.DROPPED
        return Match(verdict, "literal" if same else "no_match", float(same), unit if same else None)
    became = became_of(banned(captured.text), unit.compared.text) if captured.kind == "decision" else None
    if became is not None:
        verdict, rule = _OF_BAN[became]
        return Match(verdict, rule, similarity(compared, unit.compared, weight), unit)
    if stands_literally(captured.text, unit.compared.text):
        denied = (Retention.CONTRADICTED, "negation_before") if _denied_before(captured.text, unit) else None
        damage = denied or _damage(captured, compared, unit, 1.0, None)
        verdict, rule = damage or (Retention.PRESERVED, "literal")
        return Match(verdict, rule, 1.0, unit, held=1.0)
    if unit.code:
        return Match(Retention.DROPPED, "no_match", 0.0)
    score = similarity_of_forms(compared, unit.compared, weight)
    if captured.kind == "decision" and answer_retained(captured.text, unit.compared.text):
        return Match(Retention.PRESERVED, "answer_literal", score, unit, held=1.0)
    opposed = _opposed(captured, unit, score)
    if opposed is not None and ends_when_begun(align(captured.text, unit.compared.text)) is not False:
        return Match(Retention.CONTRADICTED, opposed, score, unit)
    if score < MISSING_BELOW[captured.kind]:
        return Match(Retention.DROPPED, "no_match", score)
    reading = _edits_between(captured.text, unit.compared.text)
    match = _reworded(captured, compared, unit, weight, score, reading)
    if match.verdict in RETAINED and other_version(captured.text, unit.compared.text):
        match = replace(match, verdict=Retention.MUTATED, rule="version_changed")
    altered = match.verdict in (Retention.MUTATED, Retention.CONTRADICTED)
    vague = score < ALTERED_AT and len(compared.stems) >= LEAST_CLEAR
    if altered and (vague or _part_of_ban(captured.text, compared, unit)):
        match = replace(match, verdict=Retention.UNCERTAIN)
    match = replace(match, held=reading.held, edits=len(reading.edits))
    return _unless_unlike(match, compared, unit, weight, captured.kind)


@lru_cache(maxsize=4_096)
def _edits_between(original: str, wording: str) -> RetellingEdits:
    """Return the edits of a wording; what stands is compared again with every draft that states it."""
    return read_edits(align(original, wording))


def _unless_unlike(
    match: Match, compared: ComparedText, unit: ArtifactStatement, weight: Weight, kind: str
) -> Match:
    """Return an uncertain match as none if too few words are literally the same: synonyms show nothing."""
    if match.verdict is not Retention.UNCERTAIN:
        return match
    literal = similarity(compared, unit.compared, weight)
    return match if literal >= MISSING_BELOW[kind] else Match(Retention.DROPPED, "no_match", literal)


def _part_of_ban(wanted: str, compared: ComparedText, unit: ArtifactStatement) -> bool:
    """Return whether a statement names only some of what `no X, no Y` bans, and so denies none of it."""
    return _BAN.match(wanted) is not None and not compared.stems <= unit.compared.stems


def _reworded(
    captured: CapturedItem,
    compared: ComparedText,
    unit: ArtifactStatement,
    weight: Weight,
    score: float,
    reading: RetellingEdits,
) -> Match:
    """Return the verdict on a statement in other words."""
    damage = _damage(captured, compared, unit, score, reading)
    if damage is not None:
        verdict, rule = damage
        if score >= _needed(captured, unit) or verdict is Retention.WEAKENED:
            return Match(verdict, rule, score, unit)
    match = _worded(reading, unit, score)
    if match.rule == "same_words" or score >= _needed(captured, unit) or _answer_kept(captured, unit, weight):
        return match
    return Match(Retention.UNCERTAIN, "score_between", score, unit)


def _worded(reading: RetellingEdits, unit: ArtifactStatement, score: float) -> Match:
    """Return the verdict of the classified edits, the worst first; without any, a paraphrase."""
    for verdict in WORST:
        edit = next((edit for edit in reading.edits if edit.verdict is verdict), None)
        if edit is not None:
            return Match(verdict, f"{edit.kind}_changed", score, unit)
    if len(reading.missing) > MAX_MISSING or reading.held < LEAST_HELD:
        return Match(Retention.UNCERTAIN, "words_left_out", score, unit)
    return Match(
        Retention.PARAPHRASED, "same_words" if not reading.missing else "nearly_same_words", score, unit
    )


def stands_literally(original: str, wording: str) -> bool:
    """Return whether a statement contains an item's words, ignoring case, punctuation and articles."""
    return occurs_literally(word_forms(original), wording)


def _denied_before(original: str, unit: ArtifactStatement) -> bool:
    """Return whether words right before an item deny it: `do not use it`, `anybody but Ann may use it`."""
    for part in ELISION.split(unit.compared.text):
        before, found, _ = bare(part).partition(bare(original))
        if found:
            near = before.split()[-2:]
            return not _DENYING.isdisjoint(near) or (near[-1:] == ["but"] and near[0] in _OTHERS)
    return False


def _needed(captured: CapturedItem, unit: ArtifactStatement) -> float:
    """Return the score from which a statement retains an item; a less fitting kind needs more.

    A rule stated as a rule, with all its names and numbers, may be worded more freely.
    """
    needed = RETAINED_AT[captured.kind]
    if captured.kind == "decision" and force(captured.text).firm and force(unit.compared.text).firm:
        tokens = statement(captured.text).tokens
        exact = bool(tokens.numbers or tokens.identifiers or anchors(captured.text))
        return RULE_RETAINED_AT if exact else needed
    if captured.kind == "decision" and _cut_short(captured.text, unit):
        return RULE_RETAINED_AT
    return needed if of_fitting_kind(captured, unit) else round(needed + 0.08, 6)


def _cut_short(original: str, unit: ArtifactStatement) -> bool:
    """Return whether a statement quotes the original with an ellipsis for the rest of it."""
    if unit.item is None or unit.item.speaker != "user":
        return False
    parts = ELISION.split(unit.compared.text)
    return len(parts) > 1 and any(len(p.split()) >= LEAST_QUOTED and runs(p) in runs(original) for p in parts)


def _opposed(captured: CapturedItem, unit: ArtifactStatement, score: float) -> str | None:
    """Return the rule by which a statement opposes a captured decision, or None."""
    if captured.kind != "decision":
        return None
    wording, about = unit.compared, topic(captured.text)
    if takes_barred(captured.text, wording.text):
        return "barred_affirmed"
    if about.isdisjoint(wording.stems):
        return None
    shared = about & wording.stems
    # `Push to main is allowed` has exactly the topic of `never push to main`.
    whole = about == topic(wording.text) and statement(captured.text).stems <= wording.stems
    informative = whole or len(shared) > 1 or any(stem[0] == "#" for stem in shared)
    if not informative or coverage(about, wording.stems) < LIFTED_AT:
        return None
    ruled = captured.likelihood is None and not captured.text.endswith("?")
    if ruled and lifted(captured.text, wording.text) is not None:
        return "rule_lifted"
    if score >= MISSING_BELOW["decision"] and affirmed(captured.text, wording.text):
        return "barred_affirmed"
    return None


def _answer_kept(captured: CapturedItem, unit: ArtifactStatement, weight: Weight) -> bool:
    """Return whether a statement has the whole answer of a captured question, and some of the question."""
    question, mark, answer = captured.text.rpartition("? ")
    wording = statement(answer)
    if captured.kind != "decision" or not mark or len(wording.stems) < 2:
        return False
    asked = coverage(statement(question).stems - wording.stems, unit.compared.stems, weight)
    return coverage(wording.stems, unit.compared.stems, weight) >= PRESERVED_AT and asked >= ASKED_AT


def of_fitting_kind(captured: CapturedItem, unit: ArtifactStatement) -> bool:
    """Return whether a statement's kind fits the item's: open work, a decision, a rule."""
    item = unit.item
    if item is None:
        return False
    return item.kind in _NATURAL[captured.kind] or (captured.kind == "decision" and item.speaker == "user")


def _damage(
    captured: CapturedItem,
    compared: ComparedText,
    unit: ArtifactStatement,
    score: float,
    reading: RetellingEdits | None,
) -> tuple[Retention, str] | None:
    """Return the verdict and rule of a changed polarity, status, identifier or number, or None."""
    against = _denied(captured.text, compared, unit, score, reading)
    if against is not None:
        return Retention.CONTRADICTED, against
    if captured.status == "open" and _reported_done(unit):
        return Retention.MUTATED, "open_told_done"
    if reading is None:
        return None
    if anchors(captured.text) - anchors(unit.compared.text):
        return Retention.MUTATED, "address_changed"
    lost = [name for name, kind in compared.tokens.identifiers if kind in _STRONG and not holds(unit, name)]
    if lost:
        near = any(fuzz.ratio(lost[0].casefold(), other.casefold()) >= 60 for other in names(unit))
        return (Retention.MUTATED, "identifier_changed") if near else (Retention.WEAKENED, "identifier_lost")
    wording = unit.compared.tokens.numbers
    plain = without_numbers(captured.text)
    counted = compared if plain == captured.text else statement(plain)
    for number in counted.tokens.numbers:
        if not (_restated(number, wording) or _dated(number, captured.text, wording)):
            rivals = [n for n in wording if n.noun == number.noun]
            return (Retention.MUTATED, "number_changed") if rivals else (Retention.WEAKENED, "number_lost")
    if captured.kind == "decision" and weakened(captured.text, unit.compared.text) is not None:
        return Retention.WEAKENED, "force_lost"
    return None


def _restated(number: Number, wording: tuple[Number, ...]) -> bool:
    """Return whether a statement has a number, a bound that fits it, or a date without its year."""
    near = (each for each in wording if not number.bound and within(each.value, number.value, each.bound))
    if next(near, None) is not None or any(each.value == number.value for each in wording):
        return True
    dated = any(is_date(each.value, each.noun) for each in wording)
    return is_year(number.value, number.noun) and dated and YEAR not in {each.noun for each in wording}


def _dated(number: Number, said: str, wording: tuple[Number, ...]) -> bool:
    """Return whether a number is a day of the month, `the 31st`, which a statement has with its month."""
    days = [-each.value % 100 for each in wording if is_date(each.value, each.noun)]
    return number.value in days and re.search(rf"\b{number.value:g}(?:st|nd|rd|th)\b", said) is not None


def _denied(
    wanted: str, compared: ComparedText, unit: ArtifactStatement, score: float, reading: RetellingEdits | None
) -> str | None:
    """Return the rule by which a statement in nearly the same words denies an item, or None."""
    quoted = reading is None and unit.item is not None and unit.item.speaker == "user"
    same = not quoted and score >= SAME_AT and len(compared.stems) >= 3
    if same and not _part_of_ban(wanted, compared, unit) and turned(wanted, unit.compared.text):
        read = reading or _edits_between(wanted, unit.compared.text)
        if any(edit.kind == "negation" for edit in read.edits):
            return "polarity"
    if reading is not None and score >= OPPOSED_AT:
        word = opposite(wanted, unit.compared.text)
        timed = word in ("after", "before") and all(edit.kind != "order" for edit in reading.edits)
        if word is not None and not timed:
            return "opposite_word"
    return None


def _reported_done(unit: ArtifactStatement) -> bool:
    item = unit.item
    if item is not None and item.status == "done":
        return True
    if item is not None and (item.status == "open" or item.kind is ItemKind.OPEN_WORK):
        return False
    words = frozenset(unit.compared.text.casefold().replace(".", " ").replace(",", " ").split())
    return bool(words & DONE_WORDS) and not words & OPEN_WORDS and not unit.compared.tokens.negations
