"""Tokens: what is an identifier, a number, a negation, and what is plain words."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gates.language.sentence_spans import sentences
from gates.language.tokens import IdentifierKind, tokenise


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("see `store/engine.py:120`", "store/engine.py", IdentifierKind.PATH),
        ("in /srv/app/main.go.", "/srv/app/main.go", IdentifierKind.PATH),
        ("edit config.yaml now", "config.yaml", IdentifierKind.FILE),
        ("pass --dry-run, then", "--dry-run", IdentifierKind.FLAG),
        ("calls pkg.Func(ctx)", "pkg.Func", IdentifierKind.SYMBOL),
        ("the retry_limit value", "retry_limit", IdentifierKind.SYMBOL),
        ("commit abc1234f was", "abc1234f", IdentifierKind.SHA),
        ("a SourceIndex is", "SourceIndex", IdentifierKind.CAMEL),
    ],
)
def test_an_identifier_is_told_from_words(text: str, name: str, kind: IdentifierKind) -> None:
    """Each kind of identifier is found without its punctuation and line numbers."""
    assert (name, kind) in tokenise(text).identifiers


@pytest.mark.parametrize(
    "text", ["read and/or write", "input/output", "e.g. this", "GitHub and JavaScript", "v1.2.3"]
)
def test_plain_words_are_no_identifiers(text: str) -> None:
    """Slashed words, abbreviations, brands and versions are no identifiers."""
    assert tokenise(text).identifiers == ()


@pytest.mark.parametrize(
    ("text", "value", "noun"),
    [
        ("3,400 files", 3400.0, "file"),
        ("about 150k tokens", 150_000.0, "token"),
        ("12.5% of it", 12.5, "%"),
        ("200ms later", 0.2, "s"),
        ("five tests", 5.0, "test"),
    ],
)
def test_a_number_has_its_value_and_its_noun(text: str, value: float, noun: str) -> None:
    """Digits with separators, units and spoken numbers have one value, and the noun they count."""
    numbers = tokenise(text).numbers
    assert (value, noun) in [(number.value, number.noun) for number in numbers]


def test_contractions_of_not_are_negations() -> None:
    """`don't` and `don’t` negate; `let's` does not."""
    assert tokenise("don't do it").negations == 1
    assert tokenise("don’t do it").negations == 1
    assert tokenise("let's do it").negations == 0


@given(st.text(max_size=400))
@example("Stop! (Or not.) Go.")
@example("!)\r0")
@settings(max_examples=150, deadline=None)
def test_sentences_are_spans_of_the_text_in_order(text: str) -> None:
    """Spans lie in the text, do not overlap, are not blank; left out are white space and a closing mark."""
    spans = sentences(text)
    position = 0
    for start, end in spans:
        assert position <= start < end <= len(text)
        assert text[start:end].strip()
        assert text[position:start].strip() in ("", '"', "'", ")", "]")
        position = end
    assert not text[position:].strip()


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_tokens_are_a_function_of_the_text(text: str) -> None:
    """Tokenising any text twice gives the same result."""
    assert tokenise(text) == tokenise(text)
