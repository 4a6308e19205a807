"""Detectors of the library mask the same when they are loaded late, where a text needs them."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.run import python
from workbench.masking.secret_library import _LIBRARY, of_library
from workbench.masking.secret_rules import rules

RULES = {each.name: each for each in of_library()}
STARTS = {
    "AWS Access Key": "AKIAABCDEFGHIJKLMNOPQ aws_key='" + "aB3+" * 10 + "'",
    "Basic Auth Credentials": "see https://host/://ann:pass@host and ://ann:p@",
    "Discord Bot Token": "MNO" + "a1-_" * 6 + ".abc-_9." + "Zz9" * 9,
    "GitLab Token": "single glglpat-" + "aB3_" * 6 + " GR1348941" + "x" * 22 + " glagent-" + "y" * 60,
    "Mailchimp Access Key": "0123456789abcdef" * 3 + "-us12",
    "SendGrid API Key": "msg.SG." + "a" * 22 + "." + "B" * 43,
    "Telegram Bot Token": "1234567890123456:" + "aA_-9" * 7,
    "Twilio API Key": "ACAC" + "a1" * 16 + " SKSK" + "0f" * 17,
}


@pytest.mark.parametrize(("name", "module", "detector"), [each[:3] for each in _LIBRARY])
def test_names_are_the_librarys(name: str, module: str, detector: str) -> None:
    """What a masked secret is called does not depend on loading the detector."""
    assert getattr(import_module(f"detect_secrets.plugins.{module}"), detector).secret_type == name


@pytest.mark.parametrize("name", STARTS)
@given(edges=st.lists(st.sampled_from(["a", "A", "0", "-", "_", ".", ":", " ", "", "@", "/"]), max_size=6))
def test_what_a_pattern_matches_begins_with_the_sign(name: str, edges: list[str]) -> None:
    """Beside, inside and after another token, and where it is written in other letters."""
    whole = "".join(f"{edge}{STARTS[name]}" for edge in ["", *edges])
    rule, matched = RULES[name], 0
    assert rule.sign is not None
    for text in (whole, whole.swapcase(), whole.upper(), whole.lower()):
        for found in (each for pattern in rule.patterns() for each in pattern.finditer(text)):
            assert rule.sign.match(text, found.start())
            matched += 1
    assert matched


def test_every_rule_with_a_sign_is_tried() -> None:
    """None is left out above."""
    assert set(STARTS) == {name for name, each in RULES.items() if each.sign is not None}


def test_every_pattern_compiles() -> None:
    """They are compiled late, so a broken one would stay unseen until a text has its cue."""
    assert all(pattern.groups >= 0 for each in rules() for pattern in each.patterns())


def test_a_text_without_tokens_loads_no_detector() -> None:
    """Plain prose with dots, colons and addresses is masked without the library and its network client."""
    said = "import sys; from workbench.masking import mask; "
    said += (
        "print(mask('Single task: ask at https://example.org/a. It works.')[1], 'requests' in sys.modules)"
    )
    assert python(said).stdout.split() == ["0", "False"], sys.executable
