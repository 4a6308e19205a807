"""Lines of a human message that are no words of the human: traces, prompts, logs."""

from __future__ import annotations

import pytest

from workbench.facts.sentences.prose import statements


@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("    at async load.tables (node:internal/loader:547:26)", False),
        ("    at new Shelf (/srv/app/shelf.ts:25:27)", False),
        ("    at file:///srv/app/shelf.ts:25:27", False),
        ("Error: no such shelf, open 'a.toml'", False),
        ("➜  app git:(main) npx tsx shelf.ts", False),
        ("exit status 1", False),
        ("cut.firstKeptEntry = 5", False),
        ("cut.first = 5 is what it should be", True),
        ("exit code: 127", False),
        ("NOTE: we are overriding the folder: /srv/app/bin", False),
        ("NOTE: keep the folder as it is", True),
        ("exit status 1 is what it should be", True),
        ("at a new shelf (the third) it stops", True),
        ("BAKERY_API_TOKEN=abcdef123456", False),
        ("export SHOP_DB_PASSWORD=[masked: secret in a variable]", False),
        ('OVEN_STATE_DIR="/srv/my oven"', False),
        ("OVEN_RETRIES=3 is what the loader must use", True),
        ("set OVEN_RETRIES=3", True),
        ("Errors: they are all in the log", True),
    ],
)
def test_lines_of_a_trace_are_no_ones_words(line: str, own: bool) -> None:
    """A pasted trace directs nothing with any frame name; a similar sentence does."""
    said = [each.text for each in statements(f"it fails now\n\n{line}")]
    assert (len(said) == 2) is own


def test_the_properties_of_an_error_belong_to_its_trace() -> None:
    """They end at the closing brace, and text after it is the human's."""
    trace = "    at read (node:fs:44:2) {\n  errno: -2,\n  syscall: 'open',\n  path: '/srv/a.toml'\n}\n"
    said = [each.text for each in statements(f"it fails now\n\n{trace}keep the old loader")]
    assert said == ["it fails now", "keep the old loader"]
    cut = [each.text for each in statements(f"{trace.partition('path')[0]}\n\nkeep the old loader")]
    assert cut == ["keep the old loader"]


@pytest.mark.parametrize(
    "line",
    [
        "    at D:\\shop\\node_modules\\core\\plugins.js:40:98",
        "drawCart @ bundle-36j.js:2322",
        "(anonymous) @ bundle-36j.js:198",
        "bundle-36j.js:15346 The error above came from the cart",
        "[test:cart:linux] ERROR task failed",
        "[test:cart:linux] $ go test ./cart",
    ],
)
def test_lines_of_consoles_and_tasks_are_no_ones_words(line: str) -> None:
    """Frames as a browser or Windows shows them, and what a task runner prints."""
    assert [each.text for each in statements(f"it fails now\n\n{line}")] == ["it fails now"]


def test_a_record_that_was_wrapped_is_pasted_up_to_its_end() -> None:
    """Its inner lines look like prose; text after its end is the human's."""
    record = (
        'Error: 400 {"type":"error","error":{"message":"cart.236: `order`\n'
        " ids were found without `receipt` blocks right behind them. Each\n"
        ' `order` block must have a receipt."},"request":"r1"}\n'
    )
    said = [
        each.text for each in statements(f"this is what we get\n\n{record}please keep the ids as they are")
    ]
    assert said == ["this is what we get", "please keep the ids as they are"]
    one = [
        each.text for each in statements('{"page": 2} should become {"page": 3} in every answer of the shop')
    ]
    assert len(one) == 1


def test_a_listing_of_a_terminal_is_pasted() -> None:
    """Signs and numbers before its lines, blanks behind them; a list of the human's own is not one."""
    listing = " + 8 - **Text Color**: it follows  \n the theme of the shop.   \n + 9    \n"
    assert [each.text for each in statements(f"{listing}\nremove that")] == ["remove that"]
    assert len(statements("- 3 more tests for the cart\n- 4 more for the shop")) == 2


def test_what_an_editor_puts_before_a_message_is_not_said() -> None:
    """The files that were dropped into it."""
    frame = "# Files mentioned by the user:\n\n## cart.png: /srv/cart.png\n\n## My request for Codex:\n"
    assert [each.text for each in statements(f"{frame}put this on top")] == ["put this on top"]


def test_what_a_console_advises_is_no_ones_words() -> None:
    """A block after a trace that ends with a link to learn more; the user's own words around it stay."""
    advice = (
        "Wrap the tree in a guard to handle this.\nVisit https://lib.test/guards to learn more about guards."
    )
    trace = "    at Cart (http://localhost:3000/app.js:11:5)"
    said = statements(f"the cart is blank\n\n{trace}\n\n{advice}\n\nkeep the old cart")
    assert [each.text for each in said] == ["the cart is blank", "keep the old cart"]
    own = "Add a guard.\nSee https://lib.test/guards for details."
    assert statements(own)[0].text == "Add a guard."
    above = statements(f"it broke at once\n{trace}\nVisit https://lib.test/guards to learn more.")
    assert [each.text for each in above] == ["it broke at once"]
    kept = statements(f"{trace}\n\nAdd a guard.\n\nSee https://lib.test/guards for details.")
    assert [each.text for each in kept] == ["Add a guard."]
