"""Claims about the tools' actions and about speakers: each rule with a case on either side."""

from __future__ import annotations

import pytest

from bench.accuracy.claim_faults import SESSION, cases, events_of, findings
from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.contradiction.changed_files import changed_files
from gates.contradiction.overclaims import NEAR_RESULT, overclaimed
from gates.contradiction.ranking import SHOWN, SHOWN_FROM, likelihood, ranked
from gates.evaluate import Evaluator
from gates.findings import Found
from gates.policy import DEFAULT_POLICY, Policy
from gates.search.index import SourceIndex
from gates.search.linking import link_statement
from gates.search.session_facts import Action
from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, SourceRange, make_link
from tests.gates.build import ALL

WORK = (
    "user: please move the parser to src/parse.py and keep the old name",
    "assistant: I will move the parser now.",
    "edit: src/parse.py — parser moved, limit 30 -> 45",
    "command: pytest -q",
    "result: 12 passed in 0.4s",
    "command: git commit -am move",
    "result: [main 1a2b3c4] Move the parser",
    "user: fine, what about the importer of archives?",
)
QUOTES = (
    "please move the parser to src/parse.py and keep the old name",
    "fine, what about the importer of archives?",
)


def judge_of(lines: tuple[str, ...], policy: Policy = ALL) -> Evaluator:
    """The evaluator over a session of lines."""
    return _judge(events_of(lines), policy)


def _judge(events: tuple[SourceEvent, ...], policy: Policy) -> Evaluator:
    index = SourceIndex.build(SourceRange(SESSION, 0, len(events) - 1), events, scope_complete=True)
    return Evaluator(index, None, policy)


def found(lines: tuple[str, ...], *items: Item, policy: Policy = ALL) -> list[tuple[str, str]]:
    """Severity and rule of what gate D finds in some statements about a session of lines."""
    return found_in(events_of(lines), *items, policy=policy)


def found_in(events: tuple[SourceEvent, ...], *items: Item, policy: Policy = ALL) -> list[tuple[str, str]]:
    """The same about a session of events."""
    judge = _judge(events, policy)
    end = len(judge.index.events) - 1
    artifact = Artifact(
        source=ArtifactSource(session_id=SESSION, source_start=0, source_end=end),
        strategy="native",
        prompt_version="imported:text/1",
        origin=Origin.IMPORTED,
    ).with_items(items)
    return [(f.severity, f.rule) for f in judge.evaluate(artifact).gates["D"].findings]


def claim(text: str, *, said: bool = False) -> Item:
    """A claim, or words of the user."""
    return Item(kind=ItemKind.CLAIM, text=text, speaker="user" if said else None)


@pytest.mark.parametrize(("listed", "missing"), [(QUOTES, False), (QUOTES[:1], True), (QUOTES[1:], True)])
def test_a_list_of_all_user_messages_holds_them_all(listed: tuple[str, ...], missing: bool) -> None:
    """The heading promises all messages, so a missing meaningful one makes it wrong."""
    items = [claim("All user messages"), *(claim(quote, said=True) for quote in listed)]
    assert (("hard", "message_list_incomplete") in found(WORK, *items)) is missing


def test_a_bare_assent_may_be_left_out_of_the_list() -> None:
    """Messages of fewer than three words that say something are not missed."""
    items = [claim("All user messages"), *(claim(quote, said=True) for quote in QUOTES)]
    assert ("hard", "message_list_incomplete") not in found((*WORK, "user: yes please go on"), *items)


def test_a_quotation_with_an_elision_stands_for_its_own_message() -> None:
    """Two messages about one thing are two: what quotes the second in parts does not hold the first."""
    second = "the stop hook says [x] it reviews the changes, so fix the hook and tell me when it broke"
    lines = (*WORK, "user: find out why the stop hook says it reviews the changes", f"user: {second}")
    short = "the stop hook says … it reviews the changes, so fix the hook and tell me when it broke"
    items = [claim("All user messages"), *(claim(quote, said=True) for quote in (*QUOTES, short))]
    assert ("hard", "message_list_incomplete") in found(lines, *items)
    both = [*items, claim("find out why the stop hook says it reviews the changes", said=True)]
    assert ("hard", "message_list_incomplete") not in found(lines, *both)


@pytest.mark.parametrize(("again", "missing"), [(True, False), (False, True)])
def test_a_message_that_was_sent_again_later_is_not_missed(again: bool, missing: bool) -> None:
    """After an interruption the message was sent again: the list contains the second one."""
    asked = "find out why the browser hangs during login, see the notes in docs/login.md"
    later = ("user: do you still see the old screenshot?", f"user: {asked} please") if again else ()
    said = (*QUOTES, *(("do you still see the old screenshot?", f"{asked} please") if again else ()))
    items = [claim("All user messages"), *(claim(quote, said=True) for quote in said)]
    rules = found((f"user: {asked}, quickly", *WORK, *later), *items)
    assert (("hard", "message_list_incomplete") in rules) is missing


@pytest.mark.parametrize(
    ("note", "missing"), [("meta: [Request interrupted by user]", False), ("assistant: Yes.", True)]
)
def test_a_message_that_was_interrupted_at_once_and_replaced_is_not_missed(note: str, missing: bool) -> None:
    """The agent never answered it; the list contains the message sent instead."""
    later = (
        "user: but then the changes would not be clean, right?",
        note,
        "user: when we part commits the patch fails",
    )
    said = (*QUOTES, "when we part commits the patch fails")
    items = [claim("All user messages"), *(claim(quote, said=True) for quote in said)]
    assert (("hard", "message_list_incomplete") in found((*WORK, *later), *items)) is missing


def test_a_missing_reason_of_a_refusal_only_warns() -> None:
    """A refusal's reason is in a tool result, which a list of user messages may leave out."""
    reason = "reply to the review thread first"
    *before, last = events_of((*WORK, "command: git push", f"result: Refused: {reason}"))
    start = last.text.index(reason)
    refusal = Signal(SignalKind.REFUSAL, (SignalEntry(reason, start, len(last.text)),))
    events = (*before, last._replace(signals=(refusal,)))
    items = [claim("All user messages"), *(claim(quote, said=True) for quote in QUOTES)]
    rules = found_in(events, *items)
    assert ("warning", "message_list_incomplete") in rules
    assert ("hard", "message_list_incomplete") not in rules


def test_a_list_in_other_words_is_not_judged() -> None:
    """Where most entries are like no message, the list states them in its own words."""
    items = [claim("All user messages"), claim("Wanted cleanup", said=True), claim("Asked more", said=True)]
    assert ("hard", "message_list_incomplete") not in found(WORK, *items)


@pytest.mark.parametrize(
    ("later", "wrong"), [("command: git status", True), ("command: git push origin main", False)]
)
def test_a_commit_that_nothing_pushes_was_not_pushed(later: str, wrong: bool) -> None:
    """A push must come with the commit or after it."""
    rules = found((*WORK, later, "result: ok"), claim("The commit 1a2b3c4 was pushed"))
    assert (("hard", "push_before_commit") in rules) is wrong


def test_commit_and_push_in_one_command_are_both_seen() -> None:
    """The push is part of the commit's command."""
    lines = ("command: git commit -am x && git push", "result: [main 1a2b3c4] Move the parser")
    assert ("hard", "push_before_commit") not in found(lines, claim("The commit 1a2b3c4 was pushed"))


@pytest.mark.parametrize(
    ("quote", "altered"),
    [
        ("please move the parser to src/parse.py and keep", False),
        ("please move that parser into src/parse.py, keeping the name", True),
        ("bake a chocolate cake before the guests arrive", False),
    ],
)
def test_a_quotation_of_the_user_has_the_users_words(quote: str, altered: bool) -> None:
    """A rewording is reported as altered; an unrelated text is not."""
    assert (("warning", "quote_altered") in found(WORK, claim(f'The user said "{quote}"'))) is altered


def test_facts_name_runs_commits_and_files() -> None:
    """The table holds what the tools did, once, in order."""
    facts = judge_of(WORK).index.facts
    assert [(c.branch, c.sha, c.subject) for c in facts.commits] == [("main", "1a2b3c4", "Move the parser")]
    last = facts.last(Action.TEST)
    assert last is not None and (last.passes, last.failed) == (12, False)
    assert facts.changed("parse.py") == facts.changed("src/parse.py") != []
    assert facts.last(Action.PUSH) is None


def test_what_is_reported_as_done_is_linked_to_the_edit() -> None:
    """The edit of the named file comes before the plan and the request."""
    judge = judge_of(WORK)
    links = link_statement(judge.search, claim("`src/parse.py`: parser moved, limit raised"))
    assert judge.index.events[links[0].ordinal].text.startswith("Edit")


def test_warnings_are_shown_from_the_line_up_and_ten_at_most() -> None:
    """Likelier first; on demand every one."""
    strong, weak = Found("credited_to_user", "warning", "m"), Found("id_unseen", "warning", "m")
    one = claim("The user tested it")
    assert likelihood(one, [strong], 100) >= SHOWN_FROM > likelihood(one, [weak], 100)
    warned = [(one, [weak]), *((one, [strong]) for _ in range(SHOWN + 2))]
    assert [entry.rule for _, entry in ranked(warned, 100, every=False)] == ["credited_to_user"] * SHOWN
    assert len(ranked(warned, 100, every=True)) == SHOWN + 3


def test_a_policy_may_ask_for_every_warning() -> None:
    """The default policy keeps its version; another choice has its own."""
    assert DEFAULT_POLICY.version == Policy(warnings="likely").version != ALL.version


def test_claims_about_short_sessions_are_judged_better_than_by_chance() -> None:
    """On the half not used for fitting, faulty claims get warnings more often than true ones."""
    shown = {True: [0, 0], False: [0, 0]}
    for case in cases():
        if case.half == 1:
            shown[case.faulty][0] += bool(findings(case))
            shown[case.faulty][1] += 1
    noticed, cried = (shown[faulty][0] / shown[faulty][1] for faulty in (True, False))
    assert noticed > 2 * cried


DEFINED = (
    "user: extend the reader",
    "edit: src/reader.py — def load_header_block(path): return parse(path)",
    "command: pytest -q",
    "result: ",
    "assistant: The header is read by a private helper, _skip_blank_rows, as well.",
)


def test_a_definition_that_was_only_read_proves_nothing() -> None:
    """The code may already exist elsewhere; only what the session wrote is done."""
    shown = (
        "user: extend the reader",
        "read: src/reader.py — def load_header_block(path): return parse(path)",
    )
    item = Item(kind=ItemKind.OPEN_WORK, text="Add `load_header_block` to the reader", status="open")
    assert ("warning", "work_already_done") not in found(shown, item)


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("Add `load_header_block` to the reader", True),
        ("Add a limit to `load_header_block` of the reader", False),
        ("Create `load_header_block` tests for the reader", False),
    ],
)
def test_only_what_is_to_be_written_is_written_already(text: str, warned: bool) -> None:
    """A name after a preposition, or before its product, is not what is still to be written."""
    item = Item(kind=ItemKind.OPEN_WORK, text=text, status="open")
    assert (("warning", "work_already_done") in found(DEFINED, item)) is warned


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("The helper _skip_blank_rows reads the header as well", False),
        ("The helper _skip_empty_rows reads the header as well", True),
        ("The header is read by a helper of the SQL reader as well", False),
        ("The header is read by a helper of the Zorblatt reader as well", True),
    ],
)
def test_private_names_and_common_abbreviations_are_known(text: str, warned: bool) -> None:
    """A leading underscore is part of a name; an ambiguous abbreviation gives no warning."""
    rules = {rule for _, rule in found(DEFINED, claim(text))}
    assert bool(rules & {"id_absent", "id_unseen", "name_unseen", "name_differs"}) is warned


@pytest.mark.parametrize(("failed", "warned"), [(False, False), (True, True)])
def test_a_command_that_went_well_shows_no_errors(failed: bool, warned: bool) -> None:
    """A check without output reports no error; a failed one does."""
    events = list(events_of(("user: check the types", "command: tsc", "result: done at last", "user: ok")))
    tool = events[2].tool
    assert tool is not None
    events[2] = events[2]._replace(tool=tool._replace(failed=failed))
    index = SourceIndex.build(SourceRange(SESSION, 0, 3), tuple(events), scope_complete=True)
    text = events[1].text
    link = make_link(SESSION, 1, text, text.find("tsc"), text.find("tsc") + 3)
    warned_of = overclaimed(claim("The `tsc` command showed no errors."), index, [link])
    assert [each.rule for each in warned_of] == (["overclaim"] if warned else [])


@pytest.mark.parametrize(
    ("text", "kind", "warned"),
    [
        ("Examine complete _find_files function implementation", ItemKind.OPEN_WORK, False),
        ("Identify root cause of the hang", ItemKind.OPEN_QUESTION, False),
        ("None yet, the build comes first", ItemKind.CLAIM, False),
        ("Examined the complete function", ItemKind.CLAIM, True),
    ],
)
def test_work_that_is_open_claims_nothing(text: str, kind: ItemKind, warned: bool) -> None:
    """Work that is still to be done is not reported as done."""
    index = SourceIndex.build(
        SourceRange(SESSION, 0, 1),
        tuple(events_of(("user: look", "assistant: I looked"))),
        scope_complete=True,
    )
    rules = [each.rule for each in overclaimed(Item(kind=kind, text=text), index, [])]
    assert rules == (["overclaim"] if warned else [])


@pytest.mark.parametrize(("between", "warned"), [(NEAR_RESULT - 2, False), (NEAR_RESULT - 1, True)])
def test_a_result_is_looked_for_near_its_command(between: int, warned: bool) -> None:
    """Up to a number of other events may come between a command and its output."""
    lines = (
        "command: tsc",
        *("assistant: one moment please" for _ in range(between)),
        "result: done at last",
    )
    silent = [e for e in events_of(lines) if e.kind is not EventKind.TOOL_RESULT or e.text]
    events = [event._replace(ordinal=number) for number, event in enumerate(silent)]
    assert len(events) == between + 2
    index = SourceIndex.build(SourceRange(SESSION, 0, len(events) - 1), tuple(events), scope_complete=True)
    link = make_link(SESSION, 0, events[0].text, 0, 3)
    warned_of = overclaimed(claim("The `tsc` command showed no errors."), index, [link])
    assert [each.rule for each in warned_of] == (["overclaim"] if warned else [])


@pytest.mark.parametrize(("command", "wrong"), [("git add src/a.py 2>&1", True), ("make > src/a.py", False)])
def test_a_file_that_no_command_writes_was_not_changed(command: str, wrong: bool) -> None:
    """Streams that are joined write no file; a redirection into it does."""
    lines = ("user: mend it", "edit: src/b.py — mended", f"command: {command}", "result: ok")
    judge = judge_of(lines)
    judge.index.facts.reads["src/a.py"] = [0]
    item = claim("`src/a.py`: Added comments on how it is mended")
    rules = [each.rule for each in changed_files(item, judge.index)]
    assert (rules == ["unchanged_file"]) is wrong


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The sweep failed immediately after the archive", "soon"),
        ("A systematic search of the archive found the sweep", "thorough"),
        ("The search revealed the root causes of the sweep", "cause"),
    ],
)
def test_haste_and_thoroughness_are_claims_of_their_own(text: str, name: str) -> None:
    """They are reported if the linked words do not state them."""
    judge = judge_of(
        ("user: why does the sweep fail", "assistant: The sweep fails behind the archive.", *WORK)
    )
    place = judge.index.events[1]
    link = make_link(SESSION, 1, place.text, 0, len(place.text))
    (met,) = overclaimed(claim(text), judge.index, [link])
    assert met.distinct == name
