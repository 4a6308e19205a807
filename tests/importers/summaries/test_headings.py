"""Summaries as items: the nine headings, and any other Markdown."""

from __future__ import annotations

import pytest

from gates.artifact import FailureDetail, Item, parse
from workbench.importers.summaries.headings import parse_summary

NINE = """This session is being continued from a previous conversation that ran out of context. \
The summary below covers the earlier portion of the conversation.

Analysis:
Let me analyze the conversation chronologically:

1. **Initial Request**: User asked for a `retry` option in the client
   - Added the `retry` parameter to `request()`
2. **Surprise**: The build server had no network at all

Summary:
1. Primary Request and Intent:
   - Add a `retry` option to the client, default off
   - Must not change the public API
   The user wants it documented. Key requirements:
   - Log every attempt

2. Key Technical Concepts:
   - **Backoff**: waits double up to 30 s

3. Files and Code Sections:
   - **`src/client.py`** (lines 10-40)
     - Added the `retry` parameter to `request()`
     - Key addition:
     ```python
     # 1. Primary Request and Intent:
     def request(retry=False): ...
     ```
   - `docs/usage.md` - Describes the option. Needs an example.
   - `Row.P` is the platform
   - Both files were formatted

4. Errors and fixes:
   - **ImportError in tests**: `tests/test_client.py` imported the old name
     - Cause: the module was renamed
     - Fixed by updating the import
   - The old file stays, it is only read
   - `Row.P` never worked
   - No other errors encountered

5. Problem Solving:
   - Added four tests:
     - `test_a`
     - `test_b`

6. All user messages:
   - "add a retry option, please"
   - "A." (chose exponential backoff)
   - "use tabs" and "no new dependencies"
   - Selected "Default off (Recommended)" for the default
   - "two lines:

     - here"

7. Pending Tasks:
   - [x] Write the option
   - **Run the tests**. They failed before.
   - None

8. Current Work:
   Was writing `docs/usage.md`. The list shows:
   - ✅ Write the option
   - ⏳ Run the tests

9. Optional Next Step:
   Run the tests to verify the option:
   ```bash
   pytest -q
   ```
   User's last words: "use tabs"

If you need specific details from before compaction (like exact code), read the full transcript at: /x/y.jsonl
Please continue the conversation from where we left it off without asking the user any further questions.
"""


def plain(items: tuple[Item, ...]) -> list[tuple[str, str, str | None, str | None]]:
    return [(item.kind.value, item.text, item.status, item.speaker) for item in items]


@pytest.fixture(scope="module")
def nine() -> tuple[tuple[Item, ...], str | None]:
    return parse_summary(NINE)


def test_requests(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """A demand is a constraint; a remark about it is a claim."""
    assert plain(nine[0])[:4] == [
        ("constraint", "Add a `retry` option to the client, default off", None, None),
        ("constraint", "Must not change the public API", None, None),
        ("claim", "The user wants it documented.", None, None),
        ("constraint", "Log every attempt", None, None),
    ]


def test_files(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """A reference for each file, its details behind its name, its code apart."""
    found = plain(nine[0])
    assert ("artifact_ref", "src/client.py (lines 10-40)", None, None) in found
    assert ("claim", "`client.py`: Added the `retry` parameter to `request()`", None, None) in found
    code = "`client.py`: # 1. Primary Request and Intent:\ndef request(retry=False): ..."
    assert ("claim", code, None, None) in found
    assert ("artifact_ref", "docs/usage.md", None, None) in found
    assert ("claim", "`usage.md`: Describes the option.", None, None) in found
    assert ("claim", "`usage.md`: Needs an example.", None, None) in found
    assert ("claim", "`Row.P` is the platform", None, None) in found
    assert ("claim", "Both files were formatted", None, None) in found
    assert not any("Key addition" in text for _, text, _, _ in found)


def test_failures(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """An error is a failure with category, place and cause; its fix is a claim of its own."""
    failure, second = (item for item in nine[0] if item.kind.value == "failure")
    assert second.text == "`Row.P` never worked"
    assert failure.text == "ImportError in tests: `tests/test_client.py` imported the old name"
    assert failure.detail == FailureDetail(
        category="test", where="tests/test_client.py", why="the module was renamed"
    )
    found = plain(nine[0])
    assert ("claim", "Fixed by updating the import", None, None) in found
    assert ("claim", "The old file stays, it is only read", None, None) in found
    assert ("claim", "No other errors encountered", None, None) in found


def test_user_messages(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """Quotations are the user's own words without the marks; a choice is a decision."""
    said = [text for kind, text, _, speaker in plain(nine[0]) if speaker == "user" and kind == "claim"]
    assert said == ["add a retry option, please", "use tabs", "no new dependencies", "two lines: here"]
    decided = [text for kind, text, _, _ in plain(nine[0]) if kind == "decision"]
    assert decided == [
        '"A." (chose exponential backoff)',
        'Selected "Default off (Recommended)" for the default',
    ]


def test_open_work(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """Pending tasks and the next step are open work with their state; "none" gives no item."""
    work = [(text, status) for kind, text, status, _ in plain(nine[0]) if kind == "open_work"]
    assert work == [
        ("Write the option", "done"),
        ("Run the tests.", "open"),
        ("Run the tests to verify the option", "open"),
    ]
    assert ("claim", "They failed before.", None, None) in plain(nine[0])
    assert not any(item.text == "None" for item in nine[0])


def test_short_parts_stay_with_their_head(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """Sub-bullets that are only names are joined to the statement above them."""
    assert ("claim", "Added four tests: `test_a`; `test_b`", None, None) in plain(nine[0])


def test_notes_add_only_what_is_new(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """The working notes give claims; text that an item already contains goes to the narrative."""
    items, narrative = nine
    assert plain(items)[-1] == ("claim", "The build server had no network at all", None, None)
    assert narrative is not None and "Added the `retry` parameter" in narrative
    assert "network" not in narrative


def test_boilerplate_is_dropped(nine: tuple[tuple[Item, ...], str | None]) -> None:
    """Text common to all summaries is neither item nor narrative."""
    everything = " ".join([*(item.text for item in nine[0]), nine[1] or ""])
    for words in (
        "full transcript",
        "continue the conversation",
        "being continued",
        "chronologically",
        "Summary",
    ):
        assert words not in everything


@pytest.mark.parametrize(
    "wrap",
    [
        "{}",
        "<summary>\n{}\n</summary>",
        "<analysis>\nThe build was slow.\n</analysis>\n<summary>\n{}\n</summary>",
    ],
)
@pytest.mark.parametrize(
    "heading", ["7. Pending Tasks:", "## 7. Pending Tasks", "**7. Pending Tasks:**", "7. **Pending Tasks**:"]
)
def test_spellings_of_headings(wrap: str, heading: str) -> None:
    """Tags, hashes and bold marks around headings change nothing."""
    items, _ = parse_summary(
        wrap.format(f"1. Primary Request and Intent:\n   Build it\n\n{heading}\n   - Test it")
    )
    assert plain(items)[:2] == [
        ("constraint", "Build it", None, None),
        ("open_work", "Test it", "open", None),
    ]


def test_text_behind_a_heading() -> None:
    """Text on the heading's own line belongs to its section."""
    items, _ = parse_summary("4. Errors and fixes: None\n7. Pending Tasks: Test it\n")
    assert plain(items) == [("open_work", "Test it", "open", None)]


def test_other_headings() -> None:
    """Headings of other agents are mapped by their words; unknown ones inherit or are facts."""
    items, narrative = parse_summary(
        "# Checkpoint\n\n## Goal\nMove to one engine\n\n## Constraints & Preferences\n- Keep the CLI\n\n"
        "## Progress\n### Done\n- [x] Engine moved\n### In Progress\n- [ ] Port the tests\n"
        "### Blocked\n- CI is down\n\n"
        "## Key Decisions\n1. **One engine** - two were too slow\n\n## Open Questions\n- Which version?\n\n"
        "## Next Steps\n1. Port the docs\n\n## Critical Context\n| WP | state |\n|---|---|\n| WP1 | ready |\n"
    )
    assert narrative is None
    assert plain(items) == [
        ("constraint", "Move to one engine", None, None),
        ("constraint", "Keep the CLI", None, None),
        ("open_work", "Engine moved", "done", None),
        ("open_work", "Port the tests", "open", None),
        ("open_work", "CI is down", "open", None),
        ("decision", "One engine - two were too slow", None, None),
        ("open_question", "Which version?", None, None),
        ("open_work", "Port the docs", "open", None),
        ("claim", "WP1 | ready", None, None),
    ]


def test_plain_prose() -> None:
    """Without headings every sentence is a claim."""
    items, narrative = parse_summary("The user asked for a fix. It works, e.g. on Linux. See `a. B` too.")
    assert [item.text for item in items] == [
        "The user asked for a fix.",
        "It works, e.g. on Linux.",
        "See `a. B` too.",
    ]
    assert narrative is None


@pytest.mark.parametrize("summary", ["", "   \n", "---", "None", "```\nunclosed"])
def test_next_to_nothing(summary: str) -> None:
    """An empty summary gives nothing; a short one its few words."""
    items, narrative = parse_summary(summary)
    assert [item.text for item in items] == (["``` unclosed"] if "unclosed" in summary else [])
    assert narrative is None


def test_an_endless_summary() -> None:
    """What lies past the limit is narrative, not lost."""
    items, narrative = parse_summary("A short fact.\n\nX" + "x" * 400_000 + " THE END")
    assert len(items) == 2
    assert narrative is not None and narrative.endswith("THE END")


@pytest.mark.parametrize(
    "summary",
    [
        "\n".join(f"- fact number {number} of many" for number in range(6_000)),
        "\n".join(" " * depth + "- one statement of its own here" for depth in range(600)),
        "<analysis>" * 30_000,
        '6. All user messages:\n- "' + '" and "' * 40_000,
        "1. Primary Request and Intent:\n" * 10_000 + "**a" * 90_000,
        "y" * 2_000_000,
    ],
    ids=["items", "nesting", "tags", "quotes", "marks", "length"],
)
def test_hostile_summaries(summary: str) -> None:
    """Any summary gives valid items and narrative within their limits."""
    items, narrative = parse_summary(summary)
    assert len(items) <= 5_000
    artifact = parse(
        {
            "schema": "workbench.artifact/1",
            "source": {"session_id": "s", "source_start": 0, "source_end": 0},
            "strategy": "native",
            "prompt_version": "imported:text/1",
            "origin": "imported",
            "items": [item.model_dump(mode="json") for item in items],
            "narrative": narrative,
        }
    )
    assert len(artifact.items) == len(items)


def test_a_note_is_left_out_only_where_an_item_holds_all_of_it() -> None:
    """Another figure in the notes is a separate claim."""
    text = "Analysis:\n- The loader reads {} rows from each parcel table\n\nSummary:\n"
    text += "1. Primary Request and Intent:\n"
    text += "   - The loader reads 12 rows from each parcel table\n2. Current Work:\n   - Nothing runs\n"
    same, other = (parse_summary(text.format(rows))[0] for rows in (12, 13))
    assert len(other) == len(same) + 1
    assert any("13 rows" in item.text for item in other)


@pytest.mark.parametrize(
    ("mark", "status"),
    [
        ("[completed]", "done"),
        ("[Done]", "done"),
        ("[in_progress]", "open"),
        ("[not started]", "open"),
        ("[pending]", "open"),
    ],
)
def test_a_state_in_brackets_is_no_word_of_the_task(mark: str, status: str) -> None:
    """Summaries copy the states of a todo list as words."""
    items, _ = parse_summary(NINE.replace("- [x] Write the option", f"- {mark} Write the first option"))
    assert ("open_work", "Write the first option", status, None) in plain(items)


def test_other_words_in_brackets_stay() -> None:
    """They specify the meaning."""
    items, _ = parse_summary(NINE.replace("- [x] Write the option", "- [docs] Write the first option"))
    assert ("open_work", "[docs] Write the first option", "open", None) in plain(items)


def test_the_headings_of_a_table_are_no_statement() -> None:
    """Only its rows are statements, also a single row and a repeated one."""
    table = "- [x] Write the option\n\n| Step | File |\n|---|---|\n| WP1 | loader.py |\n| Step | File |\n"
    items, _ = parse_summary(NINE.replace("- [x] Write the option", table))
    texts = [item.text for item in items]
    assert any("WP1 | loader.py" in text for text in texts)
    assert sum("Step | File" in text for text in texts) == 1
    single = NINE.replace("- [x] Write the option", "- [x] Write the option\n\n| Step | File |\n")
    assert any("Step | File" in item.text for item in parse_summary(single)[0])
