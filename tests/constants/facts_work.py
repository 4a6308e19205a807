"""Pairs for what is read of plans, tools, the state of the work and the agent's own statements."""

from __future__ import annotations

import re
from unittest.mock import patch

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.constants.facts_messages import FACTS, said
from tests.constants.holding import PAIRS, holds
from tests.constants.texts import cut_at, sized
from tests.facts.session import Script
from workbench.facts import reading_bytes, saved_plans, shown, talk, updates
from workbench.facts.changes import changes
from workbench.facts.commands import informative
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.folder import working_folder
from workbench.facts.plan_items import PlanItemKind
from workbench.facts.plan_text import written_plan
from workbench.facts.plans import PlanFold
from workbench.facts.proposals import ranking
from workbench.facts.proposals.cues import cues
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.outlook import Outlook
from workbench.facts.proposals.passages import passages
from workbench.facts.proposals.ranking import RankedStatement
from workbench.facts.spans import EventWords
from workbench.facts.work import WorkFold

PROPOSALS = f"{FACTS}.proposals"


def planned(body: str) -> PlanFold:
    """An approved plan."""
    script, fold = Script(), PlanFold()
    script.plan(body)
    for event in script.events:
        fold.take(event)
    return fold


@holds(f"{FACTS}.changes:MAX_SHOWN")
def changed_lines_are_cut() -> None:
    """200 characters of the first new line."""

    def stated(text: str) -> str:
        script = Script()
        script.edit("src/a.py", "old = 1", text)
        (change,) = changes(script.events, 0)
        assert change.shown is not None
        return change.shown.quote(script.events)

    cut_at(200, stated)


@holds(f"{FACTS}.commands:MAX_SAID")
def what_went_wrong_is_cut() -> None:
    """240 characters of what states it."""

    def stated(text: str) -> str:
        place = informative(said(text, EventKind.TOOL_RESULT))
        return "" if place is None else text[place.start : place.end]

    cut_at(240, stated, "Error: ")


@holds(f"{FACTS}.folder:MAX_SAID")
def the_folder_is_read_off_the_start_of_a_message() -> None:
    """A path that ends at its 2,000th character is seen, one that ends behind it is not."""
    for length, folder in ((2_000, "/home/x/"), (2_001, "")):
        text = "x" * (length - len(" src/gate.py")) + " src/gate.py"
        assert working_folder([said(text)], 0, ["/home/x/src/gate.py"]) == folder


@holds(f"{FACTS}.folder:MOST_PATHS")
def so_many_paths_vote() -> None:
    """The fortieth does, the forty-first does not."""
    for others, folder in ((39, "/home/x/"), (40, "")):
        paths = [f"/other/n{number}.py" for number in range(others)]
        assert working_folder([said("see src/gate.py")], 0, [*paths, "/home/x/src/gate.py"]) == folder


@holds(f"{FACTS}.folder:FEWEST_PARTS")
def a_relative_path_has_parts() -> None:
    """Two parts name a folder, and where only three would, two of them are passed over."""
    assert working_folder([said("see src/gate.py")], 0, ["/home/src/gate.py"]) == "/home/"
    single = [SourceEvent(0, EventKind.ASSISTANT, "see gate.py/", "n0", tokens=9)]
    with patch("workbench.facts.folder._TOKEN", re.compile(r"[a-z.]+")):
        assert working_folder(single, 0, ["/home/gate.py"]) == ""


@holds(f"{FACTS}.plan_items:MAX_ITEM")
def rules_of_plans_are_cut() -> None:
    """240 characters of one."""

    def stated(text: str) -> str:
        plan = planned(f"# Exports\n\n## What to do\n\n- {text}").plans()[0]
        return next(each.text for each in plan.items if each.kind is PlanItemKind.RULE)

    cut_at(240, stated, "Never push what ")


@holds(f"{FACTS}.plan_items:MOST_RULES")
def a_plan_has_so_many_rules() -> None:
    """Eight of nine."""
    body = "\n".join(f"- Never use library{number} for it." for number in range(9))
    plan = planned(f"# Exports\n\n## What to do\n\n{body}").plans()[0]
    assert sum(each.kind is PlanItemKind.RULE for each in plan.items) == 8


@holds(f"{FACTS}.plan_items:MOST_STEPS")
def a_plan_has_so_many_steps() -> None:
    """Twelve of thirteen."""
    body = "\n\n".join(
        f"## Step {number}: Part{number}\n\nMove table{number} into the archive." for number in range(1, 14)
    )
    plan = planned(f"# Exports\n\n{body}").plans()[0]
    assert sum(each.kind is PlanItemKind.STEP for each in plan.items) == 12


@holds(f"{FACTS}.plan_text:LEAST")
def a_plan_file_says_something() -> None:
    """200 characters are a plan, 199 are not."""
    for length, plan in ((200, True), (199, False)):
        script = Script()
        at = script.write("docs/plans/exports.md", sized(length))
        assert (written_plan(script.events[at]) is not None) is plan


@holds(f"{FACTS}.plans:MAX_TITLE")
def titles_of_plans_are_cut() -> None:
    """160 characters of one."""
    cut_at(160, lambda text: planned(f"# {text}\n\nx").plans()[0].title)


@holds(f"{FACTS}.plans:MAX_LEAD")
def leads_of_plans_are_cut() -> None:
    """240 characters of the first line of prose."""
    cut_at(240, lambda text: planned(f"# Exports\n\n{text}").plans()[0].text.removeprefix("Exports. "))


@holds(f"{FACTS}.plans:NEXT_STEPS")
def the_next_steps_are_open() -> None:
    """Four of five."""
    body = "\n\n".join(
        f"## Step {number}: Part{number}\n\nMove table{number} into the archive." for number in range(1, 6)
    )
    found = planned(f"# Exports\n\n{body}").decisions()
    assert sum(each.kind is CommitmentKind.OPEN_WORK for each in found) == 4


@holds(f"{FACTS}.plans:MOST_CHECKS")
def the_last_checks_are_stated() -> None:
    """Two of three."""
    lines = "\n".join(f"- `pytest tests/part{number} -q`" for number in range(3))
    assert len(planned(f"# Exports\n\nMove it all.\n\n## Verification\n\n{lines}").plans()[0].commands) == 2


@holds(f"{FACTS}.plans:MAX_ORDER")
def an_order_before_a_pasted_plan_is_short() -> None:
    """A heading of the longest title that ends 200 characters behind the order is one, a later one is not."""
    title = sized(150)
    for before, approved in ((208, True), (209, False)):
        script, fold = Script(), PlanFold()
        script.plan(f"# {title}\n\nMove it all.", None)
        script.user(sized(before - 1, "Implement this plan: ") + "\n# " + title + "\n\nMove it all.")
        for event in script.events:
            fold.take(event)
        assert (fold.plans()[0].state == "approved") is approved


@holds(f"{FACTS}.reading_bytes:LEAST_ALIKE")
def few_values_are_written_one_by_one() -> None:
    """Four are written by columns, three are not."""
    assert reading_bytes._row([EventWords(0, 0, n) for n in range(4)])[0] == "columns"
    assert reading_bytes._row([EventWords(0, 0, n) for n in range(3)])[0] == "mixed"


DOCUMENT = "# Exports plan\n\n**Goal:** {goal}\n\n{rules}\n\n{steps}"


def saved(
    goal: str = "Move it all.", rules: str = "", steps: str = "## Task 1: Move\n\n- **Move the table**\n"
) -> saved_plans.SavedPlan | None:
    """A plan that was written into a document."""
    script = Script()
    script.write("docs/plans/exports.md", DOCUMENT.format(goal=goal, rules=rules, steps=steps))
    found = saved_plans.waiting_plans(script.events, 0)
    return found[0] if found else None


@holds(f"{FACTS}.saved_plans:MAX_GOAL")
def goals_are_cut() -> None:
    """240 characters of one."""
    for length, whole in ((240, True), (241, False)):
        plan = saved(goal=sized(length))
        assert plan is not None
        assert plan.goal is not None
        assert (plan.goal.end - plan.goal.start == length) is whole


@holds(f"{FACTS}.saved_plans:MOST_STEPS")
def a_document_has_so_many_steps() -> None:
    """Ten of eleven."""
    plan = saved(steps="\n".join(f"## Task {number}: Part{number}\n\nMove it.\n" for number in range(1, 12)))
    assert plan is not None
    assert len(plan.steps) == 10


@holds(f"{FACTS}.saved_plans:MOST_RULES")
def a_document_has_so_many_rules() -> None:
    """Three of four."""
    plan = saved(rules="\n\n".join(f"You must never use library{number} here." for number in range(4)))
    assert plan is not None
    assert len(plan.rules) == 3


@holds(f"{FACTS}.shown:BYTES_PER_TOKEN")
def tokens_are_estimated_from_above() -> None:
    """Three bytes are one token, four are two, six are two."""
    assert [shown.tokens_of("x" * size) for size in (3, 4, 6)] == [1, 2, 2]


@holds(f"{FACTS}.shown:PART_LENGTH")
def long_messages_are_sent_in_parts() -> None:
    """6,000 characters are one part, 6,001 are two."""
    assert [len(list(shown.parts_of(said("x" * size)))) for size in (6_000, 6_001)] == [1, 2]


@holds(f"{FACTS}.talk:MAX_SENTENCE")
def a_sentence_that_informs_has_an_end() -> None:
    """500 characters do, 501 do not."""
    assert talk.informs(sized(500))
    assert not talk.informs(sized(501))


@holds(f"{FACTS}.talk:MIN_WORDS")
def a_sentence_that_informs_has_words() -> None:
    """Four do, three do not."""
    assert talk.informs("Exporters archive quarterly ledgers")
    assert not talk.informs("Exporters archive quarterlyledgers")


@holds(f"{FACTS}.updates:_TENSE")
def forms_of_a_word_differ_by_little() -> None:
    """By three letters, not by four."""
    assert updates._same_stem("own", "owners")
    assert not updates._same_stem("own", "ownersh")


def work(*, entry: str = "", description: str = "") -> Commitment:
    """A task with its description, or an entry of a todo list."""
    script, fold = Script(), WorkFold()
    if entry:
        script.todos((entry, "pending"))
    else:
        tool = ToolFact("TaskCreate", "c1", ToolAction.TODO)
        script.add(EventKind.TOOL_CALL, f"TaskCreate\nsubject: Move\ndescription: {description}", tool=tool)
        at = script.task("1", "Move")
        script.events[at] = script.events[at]._replace(tool=tool)
    for event in script.events:
        fold.take(event)
    return fold.result()[0]


@holds(f"{FACTS}.work:MAX_TODO")
def todo_entries_are_cut() -> None:
    """400 characters of one."""
    cut_at(400, lambda text: work(entry=text).text)


@holds(f"{FACTS}.work:MAX_DESCRIPTION")
def descriptions_of_tasks_are_cut() -> None:
    """240 characters of one."""
    cut_at(240, lambda text: work(description=text).text.removeprefix("Move: "))


@holds(f"{FACTS}.work:MOST_ASKED")
def so_many_calls_wait_for_their_result() -> None:
    """Of 65 calls without a result the first is forgotten."""
    fold = WorkFold()
    for number in range(65):
        tool = ToolFact("TaskCreate", f"c{number}", ToolAction.TODO)
        fold.take(SourceEvent(number, EventKind.TOOL_CALL, "TaskCreate", f"n{number}", tokens=1, tool=tool))
    assert len(fold._asked) == 64


@holds(f"{PROPOSALS}.candidate:MAX_TEXT")
def candidates_are_cut() -> None:
    """400 characters of one."""
    cut_at(400, lambda text: passages(text)[0].text)


@holds(f"{PROPOSALS}.cues:_MOST_NAMES")
def names_are_counted_up_to_some() -> None:
    """Four names count, a fifth adds nothing."""
    names = [f"part{number}.gate" for number in range(5)]
    assert "names:4" in cues(" ".join(names[:4]))
    assert "names:4" in cues(" ".join(names))


@holds(f"{PROPOSALS}.fold:MOST")
def so_many_candidates_are_kept() -> None:
    """4,000 of 4,010; the oldest go."""
    fold = CandidateFold()
    message = "\n\n".join(
        f"- The exporter{number} keeps every ledger of the archive." for number in range(401)
    )
    for number in range(11):
        fold.take(SourceEvent(number, EventKind.ASSISTANT, message, f"n{number}", tokens=9))
    assert len(fold.candidates) == 4_000


@holds(f"{PROPOSALS}.fold:MOST_STEPS")
def so_many_steps_are_kept() -> None:
    """20,000 of 20,001; the oldest go."""
    fold = CandidateFold()
    for number in range(20_001):
        tool = ToolFact("Read", f"c{number}", ToolAction.READ, "a.py")
        fold.take(SourceEvent(number, EventKind.TOOL_CALL, "Read", f"n{number}", tokens=1, tool=tool))
    assert len(fold.steps) == 20_000


@holds(f"{PROPOSALS}.fold:LEAST")
def a_candidate_has_some_length() -> None:
    """Twelve characters are one, eleven are not."""
    for text, count in (("Keep tables.", 1), ("Keep table.", 0)):
        fold = CandidateFold()
        fold.take(said(text))
        assert len(fold.candidates) == count


def _length_case(place: int, edge: int) -> None:
    @holds(f"{PROPOSALS}.cues:_LENGTHS", part=place)
    def lengths_are_stated_by_steps() -> None:
        assert f"length:{place}" in cues("x" * (edge - 1))
        assert f"length:{place + 1}" in cues("x" * edge)

    assert PAIRS[-1].case is lengths_are_stated_by_steps


for _place, _edge in enumerate((30, 50, 75, 100, 140, 190, 260, 340)):
    _length_case(_place, _edge)


def _ahead(events: int = 0, turns: int = 0) -> dict[str, float]:
    """What the model sees of a statement of which so much came later."""
    fold = CandidateFold()
    fold.take(said("The exporter keeps every ledger."))
    candidate = fold.candidates[0]
    for number in range(1, turns + 1):
        fold.take(SourceEvent(number, EventKind.USER, "Go on.", f"n{number}", tokens=1))
    fold.last = max(fold.last, events)
    return Outlook(fold, 0).dynamic(candidate)


def _near_case(place: int, edge: int) -> None:
    @holds(f"{PROPOSALS}.outlook:_NEAR", part=place)
    def events_left_are_stated_by_steps() -> None:
        assert f"events_left:{place}" in _ahead(events=edge - 1)
        assert f"events_left:{place + 1}" in _ahead(events=edge)

    assert PAIRS[-1].case is events_left_are_stated_by_steps


for _place, _edge in enumerate((1, 3, 8, 20, 60, 150, 400)):
    _near_case(_place, _edge)


def _turn_case(place: int, edge: int) -> None:
    @holds(f"{PROPOSALS}.outlook:_TURNS", part=place)
    def turns_left_are_stated_by_steps() -> None:
        assert f"turns_left:{place}" in _ahead(turns=edge - 1)
        assert f"turns_left:{place + 1}" in _ahead(turns=edge)

    assert PAIRS[-1].case is turns_left_are_stated_by_steps


for _place, _edge in enumerate((1, 2, 3, 5, 9, 16, 30)):
    _turn_case(_place, _edge)


@holds(f"{PROPOSALS}.passages:MAX_READ")
def a_text_is_read_up_to_a_length() -> None:
    """A line that ends at its 60,000th character is read whole."""
    for length, last in ((60_000, "Keep it"), (60_001, "Keep i")):
        assert passages("x" * (length - 8) + "\nKeep it")[-1].text == last


@holds(f"{PROPOSALS}.passages:MAX_PASSAGES")
def a_text_has_so_many_passages() -> None:
    """400 of 401 paragraphs."""
    assert len(passages("\n\n".join(f"Keep table{number}." for number in range(401)))) == 400


@holds(f"{PROPOSALS}.passages:PAIR")
def two_short_sentences_are_stated_together() -> None:
    """Up to 240 characters."""
    for length, count in ((240, 1), (241, 2)):
        first = "Keep the older one. "
        assert len(passages(first + sized(length - len(first), "The exporter "))) == count


def judged(
    likelihood: float, *, known: bool, basis: Basis = Basis.STATED, sure: bool = False
) -> RankedStatement:
    """A statement of a human with what the model says of it."""
    place = (EventWords(0, 0, 30),)
    text = "Archive the older exports into the cold storage."
    made = Commitment(
        CommitmentKind.DECISION, basis, text, "in_force", place, (0,), sure=sure, likelihood=likelihood
    )
    return RankedStatement(made, frozenset(), 0, "human", known)


@holds(f"{PROPOSALS}.ranking:KEEP_FROM", step=0.05)
def what_is_sure_counts_from_some_likelihood() -> None:
    """At .42 it does, at .38 it does not."""
    assert ranking._counts(judged(0.42, known=True, basis=Basis.REQUEST, sure=True))
    assert not ranking._counts(judged(0.38, known=True, basis=Basis.REQUEST, sure=True))


@holds(f"{PROPOSALS}.ranking:COUNT_FROM", step=0.05)
def what_is_not_sure_counts_from_some_likelihood() -> None:
    """At .42 it does, at .38 it does not."""
    assert ranking._counts(judged(0.42, known=True))
    assert not ranking._counts(judged(0.38, known=True))


@holds(f"{PROPOSALS}.ranking:COUNT_ALONE_FROM", step=0.05)
def what_no_rule_reads_counts_from_some_likelihood() -> None:
    """At .47 it does, at .43 it does not."""
    assert ranking._counts(judged(0.47, known=False))
    assert not ranking._counts(judged(0.43, known=False))


def proposal(text: str, likelihood: float, tokens: str) -> RankedStatement:
    """A statement with the words that it is compared by."""
    place = (EventWords(0, 0, 30),)
    made = Commitment(
        CommitmentKind.DECISION,
        Basis.STATED,
        text,
        "in_force",
        place,
        (0,),
        sure=False,
        likelihood=likelihood,
    )
    return RankedStatement(made, frozenset(tokens.split()), 0, "human", known=False)


@holds(f"{PROPOSALS}.ranking:MOST_PROPOSED")
def so_many_are_proposed() -> None:
    """Forty of forty-one."""
    given = [proposal(f"Move table{n}.", 0.3, f"word{n}") for n in range(41)]
    assert len(ranking._proposed(given, [])) == 40


@holds(f"{PROPOSALS}.ranking:WEIGHED")
def so_many_are_weighed() -> None:
    """160 of 161."""
    given = [proposal(f"Move table{n}.", 0.3, f"word{n}") for n in range(161)]
    assert len(ranking._fresh(given, [])) == 160


@holds(f"{PROPOSALS}.ranking:SAME", step=0.05)
def proposals_that_share_most_words_are_one() -> None:
    """A share of .77 of the words is too much, one of .73 is not."""
    first = proposal("Move the ledger.", 0.8, "a b c d e f g h i j")
    assert len(ranking._proposed([first, proposal("Move it.", 0.7, "a b c d z")], [])) == 1
    other = proposal("Shift it.", 0.7, "a b c d e f g x y z")
    with patch.object(ranking, "_shared", return_value=0.77):
        assert len(ranking._proposed([first, other], [])) == 1
    with patch.object(ranking, "_shared", return_value=0.73):
        assert len(ranking._proposed([first, other], [])) == 2


@holds(f"{PROPOSALS}.ranking:ALIKE", step=0.05)
def what_a_better_one_says_is_worth_less() -> None:
    """Half of its words said: at .8 it comes before another of .43, after one of .45."""
    first = proposal("Move the ledger.", 0.9, "a b c d")
    alike = proposal("Shift the ledger.", 0.8, "a b x y")
    for likelihood, second in ((0.43, "Shift the ledger."), (0.45, "Drop tables.")):
        other = proposal("Drop tables.", likelihood, "q r s t")
        assert ranking._proposed([first, alike, other], [])[1].text == second
