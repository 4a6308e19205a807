"""What later words overtook: requests that were finished before the range, guesses, states of a run."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest
from workbench.strategies.called_places import is_beside_commit
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.draft import ANSWERED, page_objective
from workbench.strategies.page.in_hand import in_hand
from workbench.strategies.page.overtaken import _only_guesses, overtaken
from workbench.strategies.page.statement import COMMITTED, PageStatement, made_of
from workbench.strategies.page.statements import statements
from workbench.strategies.ranked import Offers


def _claim(script: Script, ordinal: int) -> PageStatement:
    """All of an event as a claim that may bind."""
    text = script.events[ordinal].text
    item = Item(kind=ItemKind.CLAIM, text=text)
    return made_of(item, [EventWords(ordinal, 0, len(text))], 0.5, "likely")


def _over(script: Script, ordinal: int, start: int = 0) -> bool:
    source = whole(script, start)
    (over,) = overtaken(DraftRequest(source.range, source.events), [_claim(script, ordinal)])
    return over


def _page(script: Script) -> list[str]:
    return [item.text for item in whole(script).draft(IntentionalStrategy()).items]


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("Propose a folder for each of the theme files of the shop.", True),
        ("what is the difference between the theme and the palette of the shop", True),
        ("So there is a theme. Is there a lighter one of the shop", True),
        ("The theme files stay where they are until the shop of June has moved.", False),
        ("Never move the theme files of the shop.", False),
        ("The shop has one theme a season.", False),
    ],
)
def test_a_request_that_was_finished_before_the_range_is_over(said: str, over: bool) -> None:
    """A question is over too; a lasting rule, a remark and an unanswered request are not."""
    script = Script()
    asked = script.user(said)
    script.edit("src/theme.py", "a = 1", "a = 2")
    script.agent("The theme files of the shop are in src/themes now, and the palette beside them.")
    start = len(script.events)
    script.user("Rename the palette of the theme files in the shop.")
    script.edit("src/palette.py", "b = 1", "b = 2")
    assert _over(script, asked, start) is over
    assert not _over(script, asked)
    unanswered = Script()
    asked = unanswered.user(said)
    unanswered.edit("src/theme.py", "a = 1", "a = 2")
    assert not _over(unanswered, asked, len(unanswered.events) - 1)


def test_a_guess_is_over_once_the_human_denies_it() -> None:
    """Only the next message counts, and only one that denies it in its first words."""
    for said, over in (
        ("No, that's not it, the cart is the same in both shops.", True),
        ("hmm, it isn't the cause, look at the tax.", True),
        ("No, leave the tax where it is.", False),
        ("That's not the way we round, but try it.", False),
    ):
        script = work_session()
        guess = script.agent("The bug must be in how the cart counts the rows of src/cart.py twice.")
        script.user(said)
        assert _over(script, guess) is over, said


def test_a_guess_is_over_behind_the_finding() -> None:
    """Until something was found it is all that is known."""
    script = work_session()
    guess = script.agent("The problem might be in how the cart counts the rows of src/cart.py twice.")
    script.run("python src/cart.py", "3")
    assert not _over(script, guess)
    found = script.agent("The root cause is the date filter of src/export.py, which drops the rows of May.")
    assert _over(script, guess)
    assert not _over(script, found)


def test_a_finding_is_over_once_it_was_withdrawn() -> None:
    """The corrected finding stays."""
    script = work_session()
    taken = script.agent("The problem is that src/cart.py rounds every price of the cart to whole coins.")
    script.run("python src/cart.py", "3")
    assert not _over(script, taken)
    found = script.agent("It turns out that src/export.py wrote every row of the cart twice.")
    assert _over(script, taken)
    assert not _over(script, found)


@pytest.mark.parametrize(
    ("output", "left"), [("Process running with session ID 7", True), ("ok  cart", False)]
)
def test_a_run_that_came_to_its_end_is_not_in_hand(output: str, left: bool) -> None:
    """The agent's earlier remark about it is outdated once its result was read."""
    script = work_session()
    script.user("Check the types of the cart and of the shop.")
    script.agent("The type check of the cart is still running through the build of the shop.")
    script.run("make types", output)
    source = whole(script)
    assert (in_hand(DraftRequest(source.range, source.events)) is not None) is left


def test_the_message_of_a_commit_is_marked_as_one() -> None:
    """It states what was to be committed, without a speaker."""
    script = work_session()
    body = "Prices are rounded behind the sum in src/cart.py, never before it."
    script.run(f'git commit -m "Sum of the cart\n\n{body}"', "[main 45ffe0a] Sum of the cart")
    source = whole(script)
    found = [
        each.item for each in statements(DraftRequest(source.range, source.events)) if body in each.item.text
    ]
    assert found
    assert all(item.text == f'Committed: "{body}"' and item.speaker is None for item in found)


def test_a_message_before_a_commit_is_not_the_commits() -> None:
    """The agent's words to the user are its own, although the commit's message has them too."""
    said = "The diff has my repair of the cart and the older changes of the branch."
    script = work_session()
    at = script.agent(said)
    script.run(f'git commit -m "{said}"', "[main 45ffe0a] The diff has my repair")
    source = whole(script)
    offers = Offers(DraftRequest(source.range, source.events), in_short=False).likely()
    stated = [item for each in offers for item in each.items if said in item.text]
    of_message = [item for item in stated if any(link.ordinal == at for link in item.links)]
    assert not any(item.text.startswith(COMMITTED) for item in of_message)


def test_what_a_tool_says_of_a_commit_is_not_the_commits() -> None:
    """The call's description is beside the command, and no line of the message."""
    command, described = 'git commit -m "Sum of the cart"', "Keep the cart as the desk wants it"
    script = work_session()
    body = f"Bash\ncommand: {command}\ndescription: {described}"
    at = script.add(EventKind.TOOL_CALL, body, tool=ToolFact("Bash", "c90", ToolAction.COMMAND, command))
    for said, beside in ((described, True), ("Sum of the cart", False)):
        start = body.index(said)
        words = EventWords(at, start, start + len(said))
        found = Commitment(CommitmentKind.DECISION, Basis.STATED, said, "open", (words,), (at,))
        assert is_beside_commit(script.events, found) is beside


def test_a_spawned_session_was_asked_for_its_last_task_last() -> None:
    """A forked session may get several tasks; the answer is the closing message of the last one."""
    script = Script()
    first = "Review commit 4b7a223, and say what is wrong with the sum of the cart."
    second = "Review commit 59b4a85, and say whether the export keeps the rows of May."
    script.add(EventKind.META, first)
    script.agent("The sum of the cart rounds every price first.")
    assert "Asked for last" not in page_objective(_spawned(script, first))
    script.add(EventKind.META, second)
    script.run("git show 59b4a85", "+ rows = may + june")
    script.agent("Commit 59b4a85 keeps the rows of May, and drops the header of June.")
    objective = page_objective(_spawned(script, first))
    assert objective.startswith(first)
    assert f'{ANSWERED}"{second}"' in objective
    assert "drops the header of June" in objective


def _spawned(script: Script, objective: str) -> DraftRequest:
    source = whole(script)
    return DraftRequest(source.range, source.events, objective=objective)


def test_a_short_answer_in_a_list_stands_whole() -> None:
    """`Committed in two chunks:` needs its list."""
    script = work_session()
    script.user("Can you put it in meaningful commits?")
    script.run('git commit -m "Sum"', "[main f377186] Sum")
    script.agent("Committed in two chunks:\n\n- `f377186` `Sum`\n- `3486c1b` `Rows`\n\nAll is clean.")
    source = whole(script)
    objective = page_objective(DraftRequest(source.range, source.events, objective="Mend the cart."))
    assert "`f377186` `Sum` - `3486c1b` `Rows` All is clean." in objective


def test_an_objective_that_is_a_path_says_what_the_agent_took_it_for() -> None:
    """No other text describes it."""
    script = Script()
    script.user("/srv/shop/cart.py")
    script.agent("The file sums the prices of the cart before it rounds them.")
    source = whole(script)
    objective = page_objective(DraftRequest(source.range, source.events, objective="/srv/shop/cart.py"))
    assert objective.startswith("/srv/shop/cart.py\n\n")
    assert "sums the prices of the cart" in objective


def test_a_heading_is_not_the_step_in_hand() -> None:
    """The sentence before it is."""
    script = work_session()
    script.user("Find out why the sum of the cart is wrong.")
    script.agent(
        "Let me make a script that shows the wrong sum.\n\n## Phase 4. TESTS: Creating a Script of the Cart"
    )
    script.write("show_cart.py", "print(1)")
    source = whole(script)
    words = in_hand(DraftRequest(source.range, source.events))
    assert words is not None
    assert words.quote(source.events) == "Let me make a script that shows the wrong sum."


def test_what_a_plan_is_to_reach_is_no_fact() -> None:
    """Nothing ran; the same words of the agent report a run."""
    said = "**Verification:** `make desk` - all tests pass without the old drawer"
    for script, ordinal in ((s := Script(), s.plan(said)), (s := Script(), s.user(said))):
        assert _over(script, ordinal)
    script = Script()
    assert not _over(script, script.agent(said))


def test_what_a_command_posts_is_not_called_committed() -> None:
    """A reply on a pull request promises; the row of its check list states nothing alone."""
    script = work_session()
    body = "The sum in src/cart.py skips rows without a price, which will be changed before the merge."
    script.run(f"gh api repos/shop/pulls/7/comments --raw-field body='{body}'", '{"id": 1}')
    listed = "Prices in src/cart.py are rounded behind the sum, never before it."
    script.run(f"git push && gh pr create --body '- [x] Run the cart once\n\n{listed}'", "done")
    source = whole(script)
    found = [each for each in statements(DraftRequest(source.range, source.events)) if each.informative]
    texts = [each.item.text for each in found]
    assert f'Posted: "{body}"' in texts
    assert f'Posted: "{listed}"' in texts
    assert not any("Run the cart once" in text for text in texts)


@pytest.mark.parametrize(
    ("later", "over"),
    [
        ("The actual implementation is in the pumps folder. I read that.", True),
        ("The real code lives in pumps/valve.py.", True),
        ("That file does not exist, so I search for it.", True),
        ("The valve opens at the wrong pressure there.", False),
        ("The actual pressure is in bar.", False),
    ],
)
def test_a_place_of_the_code_that_proved_wrong_is_overtaken(later: str, *, over: bool) -> None:
    """The agent looked there, and says soon after that it is elsewhere."""
    script = Script()
    script.user("Find the valve's code and mend it.")
    said = script.agent("The key file is `src/valve.py`.")
    script.run("cat src/valve.py", "no such file", failed=True)
    script.agent(later)
    assert _over(script, said) is over


def test_a_finding_beside_a_guess_is_no_guess() -> None:
    """A list of what was found is not over because one of its entries only presumes a cause."""
    guess, finding = "The problem might be in the parser", "The checksums begin with the name of their method"
    assert _only_guesses(guess)
    assert not _only_guesses(f"{finding}; {guess}")


@pytest.mark.parametrize(
    ("said", "guess"),
    [
        ("The empty pages are likely from a missing key of the shop", True),
        ("This is very likely a mistake in the session of the cart", True),
        ("The rows vanish before they reach the cart, probably in the reader", True),
        ("It most likely crashes before the first row is read", True),
        ("The reader is likely to be read by most people first", False),
        ("We will probably ask for a second cart in June", False),
    ],
)
def test_a_hedged_cause_is_a_guess(said: str, *, guess: bool) -> None:
    """Whatever is wrong need not be called a problem; what is likely to come is no cause."""
    assert _only_guesses(said) is guess


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("The root cause is that the rows of the cart are read from another folder.", True),
        ("The fix was pointing the reader of the cart at the other folder.", True),
        ("The root cause is that the rows are likely read from another folder.", False),
    ],
)
def test_a_guess_is_over_behind_a_cause_or_its_fix(said: str, *, over: bool) -> None:
    """Unless the cause is a guess as well."""
    script = Script()
    script.user("Why does the cart of the shop count twice?")
    guess = script.agent("The wrong total is very likely a mistake in the session of src/cart.py.")
    script.agent(said)
    assert _over(script, guess) is over


@pytest.mark.parametrize(
    ("said", "later", "over"),
    [
        ("The export of src/cart.py fails with 500 before a row is read.", "Export is working now.", True),
        (
            "The export of src/cart.py crashes, which suggests a lost row.",
            "The export works again now.",
            True,
        ),
        ("The export of src/cart.py fails with 500 before a row is read.", "Import is working now.", False),
        ("The export of src/cart.py reads one row after another.", "Export is working now.", False),
        ("The export of src/cart.py fails with 500 before a row is read.", "Export is working now?", False),
    ],
)
def test_a_fault_of_what_works_now_is_over(said: str, later: str, *, over: bool) -> None:
    """What is no fault lasts, and so does a fault of anything else."""
    script = Script()
    script.user("Why is the export of the shop empty?")
    fault = script.agent(said)
    script.agent(later)
    assert _over(script, fault) is over


def test_a_planned_fix_is_over_once_the_fault_is_not_seen() -> None:
    """The page states that instead, until the agent finds the cause."""
    script = work_session()
    script.user("The export of the shop ignores the rounding of src/round.py, please look into it.")
    plan = script.agent("The fix is to add the rounding check of src/round.py to the export.")
    script.run("python try_export.py", "1.25")
    script.agent("The issue is not reproduced with the script that I wrote. Let me look at the settings.")
    script.run("cat src/settings.py", "ROUND = 2")
    assert _over(script, plan)
    assert any("not reproduced" in text for text in _page(script))
    script.agent("Found it. The export reads `ROUND` of src/settings.py before it is set.")
    assert not any("not reproduced" in text for text in _page(script))


def test_a_fault_not_seen_after_a_change_refutes_nothing() -> None:
    """It is what the change was for; one that is still there is one."""
    for said, over in (
        ("The issue is not reproduced with the script any more.", False),
        ("Hmm, the issue is still there.", True),
        ("The fix is already present in this version!", True),
    ):
        script = work_session()
        plan = script.agent("The fix is to add the rounding check of src/round.py to the export.")
        script.edit("src/export.py", "a = 1", "a = 2")
        script.agent(said)
        assert _over(script, plan) is over, said
