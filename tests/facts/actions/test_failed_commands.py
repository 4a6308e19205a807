"""Commands that failed and were not repaired: checks, builds, installations and releases."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.actions.commands import failures


@pytest.mark.parametrize(
    ("command", "category"),
    [
        ("npm run publish", "release"),
        ("cd desk && pip install -r rows.txt", "release"),
        ("fly deploy", "release"),
        ("git push origin main", "release"),
        ("npm run build", "build"),
        ("grep -rn install src", "command"),
        ("ls publish", "command"),
    ],
)
def test_an_installation_or_a_release_is_more_than_a_command(command: str, category: str) -> None:
    """A search for such a word is none."""
    script = Script()
    script.run(command, "error: no such row", failed=True)
    assert [each.category for each in failures(script.events, 0)] == [category]


@pytest.mark.parametrize(
    ("later", "repaired"),
    [
        ("npm run publish --otp 123456", True),
        ("cd desk && pnpm publish", True),
        ("npm publish | tail -3", False),
        ("npm install", False),
        ("cat publish.log", False),
    ],
)
def test_a_release_is_repaired_by_one_of_its_kind(later: str, repaired: bool) -> None:
    """A retry has other words; a filter says nothing about it."""
    script = Script()
    script.run("npm run publish", "error: no one is logged in", failed=True)
    script.run(later, "desk@1.2.0")
    assert [each.passed is not None for each in failures(script.events, 0)] == [repaired]


@pytest.mark.parametrize(
    ("later", "same"),
    [("pip install  -e .", True), ("pip install rows", False), ("pip install -e desk", False)],
)
def test_the_same_command_has_the_same_words(later: str, same: bool) -> None:
    """Another installation may have mended it, but is not the same command."""
    script = Script()
    script.run("pip install -e .", "error: no such row", failed=True)
    script.run(later, "installed")
    (found,) = failures(script.events, 0)
    assert found.passed is not None
    assert found.is_same is same
