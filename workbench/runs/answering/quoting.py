"""Synthesis by quotation: the sentences of the sources that answer, each claim in the words of its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from workbench.runs.agent import StepView
from workbench.runs.answering.quoted_windows import (
    QuotedWindow,
    claimed,
    compared,
    conflict_of,
    places_of,
    state_the_same,
    telling_when,
)
from workbench.runs.answering.successor_answers import (
    mentions_relative,
    opposed_of_relative,
    told_of_relative,
)
from workbench.runs.conflicts.answer_sides import answer_sides, answering_side
from workbench.runs.conflicts.disagreement import answered_otherwise, disagree, rival, yes_or_no
from workbench.runs.conflicts.opposed_sides import opposed
from workbench.runs.conflicts.other_things import of_another_thing
from workbench.runs.conflicts.same_words import differ_in_a_figure
from workbench.runs.language.languages import may_be_english
from workbench.runs.language.planted_orders import telling, tries_to_instruct
from workbench.runs.language.question_parts import parts_of
from workbench.runs.language.statements import statements
from workbench.runs.language.successors import SoughtRelative
from workbench.runs.language.table_extremes import row_cells
from workbench.runs.language.terms import stems
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import CONTEXT_AT, PassageScorer, RankedPassage
from workbench.runs.records.events import AnsweredQuestion, DraftClaim, DraftConflict, Synthesis
from workbench.runs.records.shapes import MOST_PARTS, MOST_SHORT, NO_DIRECT_EVIDENCE

MOST_CLAIMS = 4
"""Maximum number of claims for one question."""
CLOSE = 0.8
"""Share of the best window's score from which another is quoted too, or instead if the best is no answer."""
SECOND = 0.7
"""Share of the score of a passage's best window from which its next one is quoted too."""
MOST_SEQUEL = 600
"""Code points after the matched words that are quoted too, if the question asks what happened afterwards."""
NEAR = 0.6
"""Share of the best window's score from which a window may be a side of a conflict."""
LEAST = 0.9
"""Minimum score of a side, as a share of the threshold."""
LEAST_NEAR = 3
"""Minimum stems of words that are quoted as the nearest to a question that nothing answers."""
MOST_SOURCES = 3
"""Maximum number of sources cited for a question; the answer contains only those that answer."""
FURTHER = 0.7
"""Share of the best score from which further sources are cited."""
MOST_HELD = 2
"""Quotations of an answer that other sources are compared with."""
PLANTED = "A page tries to instruct the agent; its orders are no evidence"


def synthesis_of(view: StepView) -> Synthesis:
    """Return claims for each question, conflicts between sources, and what was not found.

    The answer consists of the words that answer; the best words of further sources are claims beside it. If
    nothing answers a question, the nearest words are candidates, so that a reader sees where to look.
    """
    questions = questions_of(view)
    unsearched = _unsearched(view, questions)
    claims: list[DraftClaim] = []
    conflicts: list[DraftConflict] = []
    uncertain: list[str] = []
    further: list[DraftClaim] = []
    nearest: list[DraftClaim] = []
    answering: list[tuple[str, list[str]]] = []
    by_name: set[str] = set()
    for asked in questions:
        scorer, windows, chosen = _answering(asked, view)
        named = _answering(view.resolved[asked], view) if asked in view.resolved else None
        if named is not None and (not chosen or view.resolved[asked] in view.relatives):
            scorer, windows, chosen = named
            by_name.add(asked)
        answering.append((asked, [each.words for each in chosen]))
        if not chosen:
            stated = NO_DIRECT_EVIDENCE if len(questions) == 1 else f"{NO_DIRECT_EVIDENCE} ({scorer.query})"
            uncertain.append(f"Not looked for: {asked}"[:MOST_SHORT] if asked in unsearched else stated)
            near = [each for each in _further(windows, ()) if len(stems(each.text)) >= LEAST_NEAR]
            nearest += claimed(near, near=True)
            continue
        claims += claimed(chosen)
        beside = _stating_head(_further(windows, chosen), scorer)
        further += claimed([each for each in beside if scorer.says_what_was_done(each.text)])
        conflicts += [
            each for each in _conflicts(scorer, view, windows) if not _is_outranked(each, asked, view)
        ]
        if named is not None and scorer.query != named[0].query:
            met = {places_of(each) for each in conflicts}
            conflicts += [each for each in _conflicts(named[0], view, named[1]) if places_of(each) not in met]
    known: dict[str, DraftClaim] = {}
    for claim in claims:
        known.setdefault(claim.text, claim)
    answer = " ".join(f"{claim.text} [{n}]" for n, claim in enumerate(known.values(), 1))
    for claim in (*further, *nearest):
        known.setdefault(claim.text, claim)
    reasons = dict.fromkeys(conflict.text.partition(": ")[0] for conflict in conflicts)
    uncertain += [f"The sources disagree ({reason}); the conflicts show both sides." for reason in reasons]
    return Synthesis(
        answer=(answer or NO_DIRECT_EVIDENCE)[:12_000],
        claims=tuple(known.values())[:24],
        conflicts=tuple(conflicts)[:8],
        uncertainty=(*_unclear(view), *_left_out(view), *planted(view), *uncertain)[:12],
        questions=_parts(answering, list(known)[:24]) if len(answering) > 1 else (),
        by_rank=all(some and (asked in view.ranked or asked in by_name) for asked, some in answering),
    )


def _is_outranked(conflict: DraftConflict, question: str, view: StepView) -> bool:
    """Return whether a side of a conflict is a row of a table that a rank in the question excludes."""
    rows = view.outranked.get(question, frozenset())
    around = {each.chunk.chunk_id: each for each in (*view.evidence, *view.beside, *view.around) if rows}
    sides = [each for each in (*conflict.side_a, *conflict.side_b) if rows]
    starts = {name: each.chunk.span_start for name, each in around.items()}
    return any(
        row_cells(around[s.chunk_id].text[s.start - starts[s.chunk_id] : s.end - starts[s.chunk_id]]) in rows
        for s in sides
    )


def planted(view: StepView) -> list[str]:
    """Return a sentence about the pages of the evidence that try to instruct the agent."""
    found = {each.scored.location for each in view.evidence if tries_to_instruct(each.text)}
    names = ", ".join(sorted(found))
    return [f"{PLANTED} ({names})."[:MOST_SHORT]] if found else []


def _parts(
    answering: Sequence[tuple[str, Sequence[str]]], texts: Sequence[str]
) -> tuple[AnsweredQuestion, ...]:
    """Return each question with the indices, among the claims, of the texts that answer it."""
    return tuple(
        AnsweredQuestion(question=asked, claims=tuple(texts.index(text) for text in some if text in texts))
        for asked, some in answering
    )


def answers_of_person(dialogue: Sequence[tuple[str, str]]) -> list[str]:
    """Return a person's answers, each as the query that is searched for."""
    return [answer.strip() for _, answer in dialogue]


def together(question: str, texts: Sequence[str]) -> str:
    """Join a question and a person's answers into one question."""
    return f"{question.rstrip('?.! ')}, {' '.join(texts)}"


def questions_of(view: StepView) -> list[str]:
    """Return the questions of the objective; a person's answers are searched for, but ask nothing."""
    texts = answers_of_person(view.state.dialogue)
    asked = [each for each in view.intent.sub_queries if each not in texts]
    return asked or [view.intent.stand_alone_query]


def _unsearched(view: StepView, questions: Sequence[str]) -> frozenset[str]:
    """Return the questions for which the run ended before it searched.

    A search in other words may have been for any of them: then none is returned.
    """
    searched = frozenset(view.state.searched)
    if len(questions) < 2 or searched - {*questions, view.intent.stand_alone_query}:
        return frozenset()
    return frozenset(questions) - searched


def _unclear(view: StepView) -> list[str]:
    """Return a sentence about an objective that names no subject, if no person was asked for it."""
    unclear = bool(view.intent.unclear) and not view.state.dialogue
    return ["The objective names no subject; with --ask, the run asks for it."] if unclear else []


def _left_out(view: StepView) -> list[str]:
    """Return a sentence about the questions of the objective beyond the most that one run takes."""
    known = view.intent.sub_queries
    if len(known) < MOST_PARTS:
        return []
    left = [each for each in parts_of(view.intent.stand_alone_query) if each not in known]
    stated = f"Not looked for, as a run takes {MOST_PARTS} questions:"
    for place, each in enumerate(left):
        more = f" and {len(left) - place} more"
        if len(stated) + 1 + len(each) + len(more) > MOST_SHORT:
            return [f"{stated}{more}"]
        stated = f"{stated} {each}"
    return [stated] if left else []


def _answering(question: str, view: StepView) -> tuple[PassageScorer, list[QuotedWindow], list[QuotedWindow]]:
    """Return the scorer of a question, its windows and those that answer.

    If none does, the question is joined with a person's answers; then each answer is read alone, and words
    that state it answer by a value of the kind that is asked for.
    """
    scorer = PassageScorer(question, view.rarity, view.meaning)
    windows = _windows(scorer, view)
    if question in view.ranked:
        rows = [QuotedWindow(*span, view.settings.threshold, True) for span in view.ranked[question]]
        return scorer, [], rows[:MOST_CLAIMS]  # another row is no other answer
    relative = view.relatives.get(question)
    if relative is not None:
        told = _told(scorer, relative, view)
        about = [
            each for each in windows if not relative.surely or mentions_relative(relative, each.candidate)
        ]
        if told:
            return scorer, [*told, *about], told[:MOST_CLAIMS]
        windows = [each if each in about else replace(each, answers=False) for each in windows]
    chosen = _chosen(windows, view.settings.threshold)
    texts = answers_of_person(view.state.dialogue)
    for query in (together(question, texts), *texts) if texts and not chosen else ():
        other = PassageScorer(query, view.rarity, view.meaning)
        found = _windows(other, view)
        answering = _chosen(found, view.settings.threshold)
        if query in texts:  # its words alone ask for no value
            answering = [each for each in answering if scorer.answers(each.text)]
        if answering:
            return other, found, answering
    if relative is None and not chosen and may_be_english(question):
        known = {each.chunk.chunk_id: each for each in view.evidence}
        side = answering_side(scorer, question, [*map(compared, known.values())])
        if side is not None:
            candidate = known[side.candidate.chunk_id]
            chosen = [QuotedWindow(candidate, side.first, side.end, view.settings.threshold, True)]
            return scorer, [*chosen, *windows], chosen
    return scorer, windows, chosen


def _told(scorer: PassageScorer, relative: SoughtRelative, view: StepView) -> list[QuotedWindow]:
    """Return what each source tells of the successor or predecessor that a question asks about."""
    around = {each.chunk.chunk_id: each for each in (*view.evidence, *view.beside, *view.around)}
    return told_of_relative(scorer, relative, [*around.values()], view.settings.threshold)


def _windows(scorer: PassageScorer, view: StepView) -> list[QuotedWindow]:
    """Return the best window of every passage of the evidence, best passage first.

    If one answers, those about another thing are left out; else none answers, and all are only near.
    """
    sequel = wanted(scorer.query).kind == "sequel"
    found = []
    for candidate in view.evidence:
        passage = RankedPassage(candidate.text, candidate.above)
        windows = scorer.windows(passage)
        if windows:
            best = windows[0]
            end = _sequel_end(candidate.text, best.end) if sequel else best.end
            found.append(QuotedWindow(candidate, best.start, end, scorer.score(passage), best.answers))
    found.sort(key=lambda each: -each.score)
    found = [*found[:1], *_second(found[0], scorer), *found[1:]] if found else []
    found = telling_when(scorer.query, found, view.settings.threshold)
    own = [each for each in found if not of_another_thing(scorer.query, each.text)]
    return own if any(each.answers for each in own) else [replace(each, answers=False) for each in found]


def _second(best: QuotedWindow, scorer: PassageScorer) -> list[QuotedWindow]:
    """Return the next best window of the best passage: a short passage may answer as a whole."""
    passage = RankedPassage(best.candidate.text, best.candidate.above)
    windows = scorer.windows(passage)
    for each in windows:
        apart = each.end <= best.start or each.start >= best.end
        apart = apart and scorer.says_what_was_done(passage.text[each.start : each.end])
        if apart and each.score >= SECOND * windows[0].score:
            return [QuotedWindow(best.candidate, each.start, each.end, best.score, each.answers)]
    return []


def _sequel_end(text: str, end: int) -> int:
    """Return the end of the sentences after `end` that a question about what happened afterwards asks for."""
    ends = [stop for _, stop in telling(text, statements(text)) if end <= stop <= end + MOST_SEQUEL]
    return ends[-1] if ends else end


def _further(windows: Sequence[QuotedWindow], chosen: Sequence[QuotedWindow]) -> list[QuotedWindow]:
    """Return the best windows of other sources, up to `MOST_SOURCES`: they may answer in other words."""
    cited = {each.candidate.chunk.artifact_id for each in chosen}
    found: list[QuotedWindow] = []
    least = max(CONTEXT_AT, FURTHER * windows[0].score) if windows else 1.0
    for each in windows:
        name = each.candidate.chunk.artifact_id
        if len(cited) >= MOST_SOURCES or each.score < least:
            break
        if name not in cited and not any(
            state_the_same(each.text, other.text) for other in (*chosen, *found)
        ):
            cited.add(name)
            found.append(each)
    return found


def _stating_head(windows: Sequence[QuotedWindow], scorer: PassageScorer) -> list[QuotedWindow]:
    """Return the windows that name, with their headings, the thing of a compound that is asked about."""
    return [each for each in windows if scorer.states_head(each.text, each.candidate.above)]


def _chosen(windows: Sequence[QuotedWindow], threshold: float) -> list[QuotedWindow]:
    chosen: list[QuotedWindow] = []
    for each in windows:
        if not each.answers or each.score < threshold:
            continue
        least = CLOSE * (chosen or windows)[0].score
        if each.score < least:
            continue
        if len(chosen) < MOST_CLAIMS and not any(state_the_same(each.text, other.text) for other in chosen):
            chosen.append(each)
    return chosen


def leading(view: StepView) -> list[str]:
    """Return the first quotations of each answer, with their headings, to search for other sources with."""
    questions = [*questions_of(view), *view.resolved.values()]
    chosen = (_answering(each, view)[2][:MOST_HELD] for each in questions)
    return [f"{each.candidate.above} {each.text}" for some in chosen for each in some]


def _conflicts(scorer: PassageScorer, view: StepView, windows: Sequence[QuotedWindow]) -> list[DraftConflict]:
    """Return pairs of windows that answer differently, at most one for each pair of sources."""
    if not windows:
        return []
    question = scorer.query
    relative = view.relatives.get(question)
    told = _told(scorer, relative, view) if relative is not None else []
    if relative is not None and (told or relative.surely):
        return opposed_of_relative(scorer, relative, told)
    least = max(NEAR * windows[0].score, LEAST * view.settings.threshold)
    near = [each for each in windows if each.score >= least][:6]
    beside = _further(windows, _chosen(windows, view.settings.threshold)) if near else []
    judged, english = yes_or_no(question), may_be_english(question)
    near += [each for each in beside if each not in near and (judged or scorer.answers(each.text))]
    best: dict[tuple[str, str], tuple[int, DraftConflict]] = {}
    for one, other in combinations(_stating_head(near, scorer) if english else (), 2):
        pair = one.candidate.chunk.artifact_id, other.candidate.chunk.artifact_id
        if pair[0] == pair[1] or not (one.answers or other.answers):
            continue  # if none answers, they disagree about something else
        pair_of = scorer, question, one.passage, other.passage
        why = disagree(*pair_of) or answered_otherwise(*pair_of, both=one.answers and other.answers)
        alike = len(set(stems(one.text)) & set(stems(other.text))) if why else 0
        if why and alike > best.get(pair, (-1, None))[0]:
            best[pair] = alike, conflict_of(why, one, other)
    found = [conflict for _, conflict in best.values()]
    known = {side.chunk_id for each in found for side in (*each.side_a, *each.side_b)}
    found += _rivals(scorer, view, windows, known)
    return [*found, *_opposed(scorer, view, found)] if english else found


def _rivals(
    scorer: PassageScorer, view: StepView, windows: Sequence[QuotedWindow], known: set[str]
) -> list[DraftConflict]:
    """Return conflicts between the answers and windows of other sources, one for each source."""
    found: list[DraftConflict] = []
    question = scorer.query
    english = may_be_english(question)
    around = {each.chunk.chunk_id: each for each in (*view.evidence, *view.beside)}
    for answer in _chosen(windows, view.settings.threshold)[:MOST_HELD]:
        met = {answer.candidate.chunk.artifact_id}
        for candidate in around.values():
            if candidate.chunk.artifact_id in met or candidate.chunk.chunk_id in known:
                continue
            for each in scorer.windows(RankedPassage(candidate.text, candidate.above)):
                other = QuotedWindow(candidate, each.start, each.end, each.score, each.answers)
                held = question, answer.passage, other.passage
                if of_another_thing(question, other.text):
                    continue
                why = (rival(*held) if english else "") or differ_in_a_figure(*held)
                if why:
                    found.append(conflict_of(why, answer, other))
                    met.add(candidate.chunk.artifact_id)
                    known |= {candidate.chunk.chunk_id, answer.candidate.chunk.chunk_id}
                    break
    return found


def _opposed(scorer: PassageScorer, view: StepView, known: Sequence[DraftConflict]) -> list[DraftConflict]:
    """Return conflicts between the sources' values for a question, without pairs of sources in `known`."""
    question = scorer.query
    around = {each.chunk.chunk_id: each for each in (*view.evidence, *view.beside, *view.around)}
    met = {
        frozenset(around[side[0].chunk_id].chunk.artifact_id for side in (each.side_a, each.side_b))
        for each in known
    }
    found: list[DraftConflict] = []
    sides_of = answer_sides(scorer, question, [*map(compared, around.values())])
    for why, one, other in opposed(scorer, question, sides_of):
        pair = frozenset((one.candidate.source, other.candidate.source))
        if pair not in met:
            met.add(pair)
            sides = (
                QuotedWindow(around[each.candidate.chunk_id], each.first, each.end, each.covered, True)
                for each in (one, other)
            )
            found.append(conflict_of(why, *sides))
    return found
