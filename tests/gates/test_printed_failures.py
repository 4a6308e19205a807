"""The printed signs of failure: plain forms fail a run, others only prevent a pass."""

from __future__ import annotations

import pytest

from gates.language.printed_failures import may_have_failed, plainly_failed


@pytest.mark.parametrize(
    ("printed", "plain", "maybe"),
    [
        ("ok\nFAIL tests/a.go", True, True),
        ("FAILED tests/test_a.py::test_b", True, True),
        ("--- FAIL: TestA (0.00s)", True, True),
        ("  ✗ opens the door", True, True),
        ("npm ERR! code 1", True, False),
        ("error[E0382]: borrow of moved value", True, False),
        ("Build failed", True, False),
        ("E   assert 1 == 2", True, False),
        ("Error: no such file", True, True),
        ("there were 2 failures", False, True),
        ("the run: 1 FAILED", False, True),
        ("Traceback (most recent call last):", False, True),
        ("ValueError: not a number", False, True),
        ("src/a.ts:3:7: unused", False, True),
        ("src/a.ts:3:7: warning: unused", False, False),
        ("found error TS2304", False, True),
        ("a ❌ in the middle", False, True),
        ("0 failed, 12 passed", False, False),
        ("all failures were looked at", False, False),
    ],
)
def test_each_form_has_its_strictness(printed: str, plain: bool, maybe: bool) -> None:
    assert (plainly_failed(printed), may_have_failed(printed)) == (plain, maybe)
