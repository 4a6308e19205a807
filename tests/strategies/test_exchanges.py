"""How a page presents a human's messages: whole, with their result, or as still open."""

from __future__ import annotations

from gates.artifact import Artifact, Item, ItemKind
from gates.render import NEXT
from gates.report import Retention
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.objective import current_objective
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.memory.drafting import MemoryStrategy
from workbench.strategies.page.draft import NOW
from workbench.strategies.page.exchanges import exchanges
from workbench.strategies.page.in_hand import BEGUN
from workbench.strategies.page.next_step import ASKED
from workbench.strategies.page.statements import statements
from workbench.strategies.page.superfluous import IN_HAND

FILLER = "one two three four five six\n" * 60


def drafted(script: Script) -> Artifact:
    """The default draft of a whole script."""
    return whole(script).draft(IntentionalStrategy())


def found(artifact: Artifact, words: str) -> list[Item]:
    """Items that say some words."""
    return [item for item in artifact.items if words in item.text]


def asks(script: Script, words: str, command: str) -> None:
    """The human asks for something, and the agent begins with a command."""
    script.user(words)
    script.run(command, FILLER)


def asked_and_done() -> Script:
    """A request that was carried out, with a result in the closing message."""
    script = Script()
    asks(script, "Move the exporter to src/export.py and keep its name.", "mv exporter.py src/export.py")
    script.agent(
        "Moved the exporter to src/export.py; the tests of the exporter still pass.\n\n- one file moved"
    )
    return script


def test_a_request_that_was_carried_out_stands_with_its_result() -> None:
    """The quoted result follows, so that nobody repeats the work."""
    script = asked_and_done()
    asks(script, "Now list the feeds that have no owner in feeds.toml, please.", "cat feeds.toml")
    script.agent("Two feeds have no owner: alpha and beta.")
    (item,) = found(drafted(script), "Move the exporter")
    stated = '(the agent: "Moved the exporter to src/export.py; the tests of the exporter still pass.")'
    assert item.text == f'"Move the exporter to src/export.py and keep its name." {stated}'
    assert item.speaker is None
    ordinals = {link.ordinal for link in item.links}
    assert ordinals == {e.ordinal for e in script.events if e.text.startswith(("Move the", "Moved the"))}


def test_what_is_asked_last_and_not_answered_is_open_work() -> None:
    """A reported problem without an answer is open work, not one quotation among others."""
    script = asked_and_done()
    asks(
        script,
        "The exporter in src/export.py drops rows without a date, find out why.",
        "python src/export.py",
    )
    (item,) = found(drafted(script), "drops rows without a date")
    assert (item.kind.value, item.status) == ("open_work", "open")
    assert item.text.startswith(f"{NEXT}{ASKED}")


def test_a_message_before_a_steering_one_is_open_too() -> None:
    """Two messages while the agent works: neither is answered."""
    script = asked_and_done()
    asks(script, "Can you add an example that runs to the exporter in src/export.py?", "python src/export.py")
    asks(script, "Also rename the example of src/export.py to demo.ts.", "bun run example")
    artifact = drafted(script)
    for words in ("an example that runs", "demo.ts"):
        assert [item.status for item in found(artifact, words)] == ["open"]


def test_a_withdrawn_request_is_not_open() -> None:
    """A request that the human interrupted and replaced is no longer open."""
    script = asked_and_done()
    asks(script, "Rewrite the exporter in src/export.py as a class, please?", "cat src/export.py")
    script.user("[Request interrupted by user]")
    asks(script, "Delete src/legacy.py instead and commit that.", "rm src/legacy.py")
    artifact = drafted(script)
    assert [item.status for item in found(artifact, "as a class")] != ["open"]
    assert [item.status for item in found(artifact, "src/legacy.py")] == ["open"]


def test_a_rule_stays_a_rule_though_its_message_is_unanswered() -> None:
    """A rule is never listed as work that could be finished."""
    script = asked_and_done()
    asks(script, "Never touch the invoices table.", "ls")
    (item,) = found(drafted(script), "invoices table")
    assert (item.kind.value, item.status) == ("constraint", None)


def test_an_entry_of_a_list_is_no_answer() -> None:
    """If a message turns into a list at once, none of its entries is the answer."""
    script = Script()
    asks(script, "Is a unit test for the exporter in src/export.py enough for this change?", "ls")
    script.agent("1. **Parser** - drops what has no date at all\n2. **Writer** - puts rows in batches of 40")
    script.user("Add the batches of 40 to docs/limits.md as well.")
    assert not [i for i in drafted(script).items if "the agent:" in i.text and "Parser" in i.text]


def test_an_answer_that_denies_turns_no_decision_around() -> None:
    """Beside a negative answer the decision would read as its opposite, so it is stated alone."""
    script = Script()
    asks(script, "Respond to each comment of the review on src/export.py directly.", "gh pr comment")
    script.agent("The comment about the parser does not need a change, since its limits match the design.")
    asks(
        script,
        "Now rename src/export.py to src/exporter.py and update README.md too.",
        "mv src/export.py src/exporter.py",
    )
    assert not [i for i in found(drafted(script), "Respond to each") if "the agent:" in i.text]


def test_cheers_and_lines_that_say_nothing_are_left_out() -> None:
    """What cheers, or leans on the line before it, is not worth a place."""
    script = asked_and_done()
    script.user("ooh, nice one")
    script.agent("Good, `time` is imported. Everything looks right.")
    asks(script, "Add a limit of 40 rows to src/export.py for each batch.", "sed -i src/export.py")
    source = whole(script)
    request = DraftRequest(source.range, source.events)
    informative = [each.item.text for each in statements(request) if each.informative]
    assert not [t for t in informative if "time` is imported" in t]


def test_the_objective_is_what_the_session_came_to() -> None:
    """A committed order is past when a paragraph asks for something else; short steps change nothing."""
    script = Script()
    script.user("Implement the following plan:\n\n# Plan: move the exporter\n\nMove it to src/export.py.")
    script.run("git commit -m moved", "[main 1234567] moved")
    script.user("push it")
    assert current_objective(script.events, 0) == "# Plan: move the exporter\n\nMove it to src/export.py."
    later = (
        "The nightly report of the exporter has been empty since Monday though the feed has rows. Find out "
        "which change did that, and make the report fail loudly when it has no rows at all."
    )
    script.user(later)
    assert current_objective(script.events, 0) == later


def test_a_drawing_or_a_reply_is_no_new_objective() -> None:
    """Pasted values, and messages that go on from the last answer, change nothing."""
    script = Script()
    script.user("Explain the compaction of sessions in docs/hooks.md.")
    script.run("git commit -m docs", "[main 1234567] docs")
    script.user(
        "firstKept = 6\n   on reload        on reload\n\ndude, is that how compaction works?" + " yes" * 40
    )
    script.user(
        "well, I have just reset our branch and then picked our commit again, " + "so there " * 20 + "?"
    )
    assert current_objective(script.events, 0) == "Explain the compaction of sessions in docs/hooks.md."


def test_the_step_that_the_agent_was_at_is_open() -> None:
    """The last turn of a cut range names the next step in the agent's words."""
    script = asked_and_done()
    script.user("Add a limit of 40 rows to src/export.py for each batch.")
    script.agent("Now let me add the limit to the writer of the batches:")
    script.run("sed -i src/export.py", FILLER)
    (item,) = found(drafted(script), "The agent was at")
    assert item.text == f'{NEXT}{IN_HAND}"Now let me add the limit to the writer of the batches:"{BEGUN}'
    assert item.status == "open"


def test_the_objective_names_what_the_agent_is_still_at() -> None:
    """A reader continues with the live request, not the session's first one."""
    script = asked_and_done()
    done = drafted(script).objective
    asks(script, "Now find out why src/export.py drops rows without a date.", "python src/export.py")
    live = drafted(script).objective
    assert NOW not in done
    assert live.endswith(f'{NOW}"Now find out why src/export.py drops rows without a date."')


def test_a_request_that_the_agent_spoke_to_is_not_open() -> None:
    """The human interrupted after the agent's report: only the last message is open."""
    script = asked_and_done()
    asks(script, "Can you add an example that runs to the exporter in src/export.py?", "python src/export.py")
    script.agent("The example is in place and prints both feeds with their owners.")
    script.run("bun run example", FILLER)
    asks(script, "Also rename the example of src/export.py to demo.ts.", "bun run example")
    artifact = drafted(script)
    statuses = {
        words: {i.status for i in found(artifact, words)} for words in ("example that runs", "demo.ts")
    }
    assert "open" not in statuses["example that runs"]
    assert statuses["demo.ts"] == {"open"}


def test_a_message_with_a_tag_question_is_retained_beside_its_answer() -> None:
    """The whole message is retained; a final `no` negates nothing."""
    said = "well, i think we need to use model-config.ts findModel, so we also get custom models, no?"
    script = Script()
    script.user("Show in the example how another model is fetched, and commit nothing of it for now.")
    script.edit("examples/fetch.ts", "model = one", "model = another")
    script.agent("The example fetches another model now, by the name that the provider has for it.")
    script.user(said)
    script.edit("examples/fetch.ts", "model = another", "model = findModel(name)")
    script.agent("Done. The example searches the models of the user first and then those that come built in.")
    source = whole(script)
    captured = (*source.capture.items, *source.capture.proposed)
    (wanted,) = [each for each in captured if each.text == said]
    framed = Item(kind=ItemKind.DECISION, text=f'"{said}" (the agent: "Done.")', links=wanted.evidence)
    report = source.judge(source.draft(IntentionalStrategy()).with_items((framed,)))
    assert {each.text: each.verdict for each in report.retention}[said] is Retention.PRESERVED


def test_asking_back_answers_nothing() -> None:
    """A message with only questions is not the result of a request."""
    script = Script()
    script.user("The formula of the tap should be installed from binaries that the release builds.")
    script.agent("What would you like to clarify about the installation?")
    script.user("Nothing, write the formula of the tap to Formula/entire.rb now.")
    script.write("Formula/entire.rb", "class Entire < Formula")
    script.agent("The formula of the tap is written to Formula/entire.rb and installs the binaries.")
    texts = [item.text for item in whole(script).draft(IntentionalStrategy()).items]
    assert not any("clarify" in text for text in texts)


def test_an_answer_that_only_says_done_yields_to_what_was_done() -> None:
    """The first list entry that reports an action is used, else the list under one."""

    def stated(closing: str) -> str:
        script = Script()
        asks(script, "The exporter must not leak its handle when the header is torn.", "vim exporter.py")
        script.agent(closing)
        asks(script, "Now list the feeds that have no owner in feeds.toml, please.", "cat feeds.toml")
        script.agent("Two feeds have no owner: alpha and beta.")
        source = whole(script)
        result = exchanges(DraftRequest(source.range, source.events))[0].result()
        return "" if result is None else result.quote(script.events)

    listed = "What changed:\n- src/exporter.py\n- `close` now waits for the reader and joins what it raises"
    assert stated(f"Fixed.\n\n{listed}") == "`close` now waits for the reader and joins what it raises"
    assert stated("Fixed.\n\nWhat changed:\n- src/exporter.py\n- src/reader.py") == "Fixed."
    moved = "Files renamed:\n- `clean.py` → `exporter.py`"
    assert stated(f"Done. {moved}\n\nThe feeds stay.") == moved
    assert stated(f"Done. {moved}\n- `{'x' * 190}.py` → `y.py`") == moved
    assert stated(f"Done. Files renamed:\n- `{'x' * 200}.py` → `y.py`") == "Done."


def test_words_of_two_are_distinguished() -> None:
    """A question with its answer, and an accepted proposal, name both speakers."""
    script = Script()
    script.user("The water tank of the garden leaks, what now?")
    script.agent("Shall we ask the plumber before we order a new tank?")
    script.user("Yes, but only the one from Aldham.")
    script.agent("For a tank of that age I would take the one of steel, since the frost breaks the other.")
    script.user("agreed, steel")
    script.agent("Good, the one of steel it is.")
    texts = [item.text for item in drafted(script).items]
    question = "Shall we ask the plumber before we order a new tank?"
    assert [t for t in texts if t.startswith(question)] == [
        f'{question} "Yes, but only the one from Aldham." (the user answered)'
    ]
    proposed = [t for t in texts if "I would take the one of steel" in t]
    assert [t.endswith("(the user agreed)") for t in proposed] == [True]


def test_the_question_that_waits_is_not_the_step_in_hand_too() -> None:
    """The question is stated on one line only."""
    script = Script()
    script.user("Can you write all of it as a calendar from May to June?")
    script.agent("Sure, I'll write it now. Do you want it by week or by day?")
    asked = found(drafted(script), "by week or by day")
    assert [item.kind for item in asked] == [ItemKind.OPEN_QUESTION]


def test_an_offer_of_help_leaves_nothing_to_do() -> None:
    """`Let me know` ends the turn: the request is answered, and nothing is in hand."""
    script = asked_and_done()
    script.user("ok the deploy of src/export.py to staging is going")
    script.agent("It starts fresh containers. Let me know if anything comes up once it is live.")
    artifact = drafted(script)
    assert not found(artifact, "The agent was at")
    assert [item.status for item in found(artifact, "to staging is going")] == [None]


def test_half_a_sentence_before_a_list_is_no_answer() -> None:
    """An introduction without its list is incomplete."""
    script = Script()
    asks(script, "Which of the exporters in src/export.py are stale since we gave up the old format?", "ls")
    script.agent("Right now, the only stale exporter that I can name for sure is:\n\n- `csv_old`, see above")
    asks(script, "Add a limit of 40 rows to src/export.py for each batch.", "sed -i src/export.py")
    assert not [i for i in drafted(script).items if "I can name for sure is" in i.text]


def test_words_of_others_that_the_user_asks_about_are_no_line() -> None:
    """They appear neither on a page nor in a memory."""
    script = Script()
    script.user("I paint the hall of the house white, two coats.")
    script.agent("Two coats of white for the hall.")
    script.user("My aunt wrote me: Always sand the walls of a hall first. Never paint in May. Is that right?")
    script.agent("Sanding is only necessary where the paint comes off.")
    for strategy in (IntentionalStrategy(), MemoryStrategy()):
        texts = [item.text for item in whole(script).draft(strategy).items]
        assert not [text for text in texts if "sand the walls" in text or "paint in May" in text]


def test_a_question_before_an_approval_is_settled() -> None:
    """The human went on to decide; without a decision the question waits."""
    script = Script()
    asked = "Could the feeds without an owner be listed before the others of the exporter?"
    script.user(asked)
    script.run("cat feeds.toml", FILLER)
    assert any(item.status == "open" and asked in item.text for item in found(drafted(script), asked))
    script.plan("# Listed feeds\n\nFeeds without an owner are listed first.")
    assert not any(item.status == "open" for item in found(drafted(script), asked))


def test_a_short_request_that_waits_stands_as_open_beside_pasted_lines() -> None:
    """A later remark in the same turn does not hide it, and it is stated although its message is kept."""
    script = work_session()
    script.user(
        "i doubt that\n\n  rounding:\n    path: ./tools/round.py\n\nworks. can you add an example that runs."
    )
    script.run("ls examples", "cart.yaml")
    script.user("also the pattern was to call the tool by its name.")
    script.run("ls tools", "round.py")
    source = whole(script)
    found = statements(DraftRequest(source.range, source.events))
    (stated,) = [each for each in found if each.item.text == "can you add an example that runs."]
    assert stated.item.status == "open"
    assert stated.stays
    assert stated.informative


def test_an_answer_that_breaks_off_is_no_answer() -> None:
    """The user stopped it: half of a name or of a sentence tells nothing."""
    for half in ("calls `write_he", "is read by the desk and", "is read by the desk, the shop,"):
        script = work_session()
        script.user("Where does the exporter of the ledger read its header from?")
        script.run("cat src/export.py", FILLER)
        script.agent(f"The header of the ledger {half}")
        script.user("No, wait. Please sort the rows of the ledger by their day first.")
        script.run("cat src/rows.py", FILLER)
        script.agent("The rows of the ledger are sorted by their day now.")
        assert not any(half in item.text for item in drafted(script).items)


def test_a_message_of_which_a_part_was_superseded_is_not_stated_whole() -> None:
    """Its other sentences stand by themselves; the order that a later message replaced is gone."""
    script = Script()
    asks(script, "Show the chart of the tides on the first page of the site.", "cat index.md")
    script.edit("index.md", "a", "https://charts.example/tides")
    script.agent("The first page shows the hosted chart.")
    order = "And put the chart files in docs/tides instead"
    script.user(f"I think it just did not load because you used <frame> in index.md\n\n{order}")
    script.edit("index.md", "https://charts.example/tides", "docs/tides/chart.png")
    script.agent("The chart is in docs/tides now.")
    script.user("put it back to the version before where it uses the hosted chart")
    script.edit("index.md", "docs/tides/chart.png", "https://charts.example/tides")
    script.agent("The first page uses the hosted chart again.")
    made = drafted(script)
    assert found(made, "version before")
    assert not found(made, order)
