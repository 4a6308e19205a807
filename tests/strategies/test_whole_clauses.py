"""A shortened text is whole clauses, each with its own connective; a contrast is whole or left out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.facts.spans import GAP
from workbench.strategies.clauses import memory_clauses
from workbench.strategies.condensing import words_of
from workbench.strategies.condensing_words import ARTICLES, FILLERS, OPENERS

MAINS = """
the nightly import writes every row into one table
our parser keeps the old header of each file
the second worker is waiting for a free port
we moved the whole archive onto another disk
a reader finds the short examples more easily
the release notes never mention broken links
the two buckets are copied by one script
reviewers do not see the private branch
""".strip().splitlines()
LINKS = (
    ", but",
    ", however,",
    ", although",
    ", even though",
    " even if",
    ", even if",
    ", yet",
    ", whereas",
    " unless",
    ", unless",
    " until",
    " only if",
    ", except when",
    " once",
    ", if",
    ", because",
    ", as",
    ", which means that",
    ", and then",
    ", and",
    "; however,",
    "; but",
    " - but",
    ". However,",
    ". But",
)
FREE = (", and", ", and then", ", because", ", as", ", which means that")
"""Links after which the clause before stands by itself, if nothing later is about it."""
SENTENCES = (". However,", ". But")
LOST = ARTICLES | FILLERS | OPENERS | {"and", "so"}
BOUND = tuple(link for link in LINKS if link not in FREE)

sentences_of = st.lists(st.tuples(st.sampled_from(LINKS), st.sampled_from(MAINS)), min_size=1, max_size=3)


def _kept(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in LOST]


def _present(text: str, clause: str) -> bool:
    """Return whether the clause is in a text, with every word that may not be left out."""
    wanted, has = _kept(words_of(clause)), _kept(words_of(text))
    return any(has[n : n + len(wanted)] == wanted for n in range(len(has)))


def _touched(text: str, clause: str) -> bool:
    """Return whether a text has two adjacent words of the clause."""
    wanted, has = _kept(words_of(clause)), _kept(words_of(text))
    pairs = set(pairwise(wanted))
    return any(pair in pairs for pair in pairwise(has))


def _told(first: str, rest: list[tuple[str, str]]) -> str:
    return first[0].upper() + first[1:] + "".join(f"{link} {main}" for link, main in rest) + "."


def _without_copula(text: str) -> str:
    return text.replace(" is ", " ").replace(" are ", " ")


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(MAINS), sentences_of)
def test_no_clause_is_cut(first: str, rest: list[tuple[str, str]]) -> None:
    """A clause that is stated is whole; only the first may lose its copula, as in a note."""
    for text in memory_clauses(_told(first, rest)).texts:
        for number, main in enumerate((first, *(main for _, main in rest))):
            bare = _present(_without_copula(text), _without_copula(main))
            noted = number == 0 or rest[number - 1][0] in (*FREE, *SENTENCES)
            assert not _touched(text, main) or _present(text, main) or (noted and bare)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(MAINS), sentences_of)
def test_a_contrast_or_condition_stands_beside_its_own_clause(
    first: str, rest: list[tuple[str, str]]
) -> None:
    """With it, its connective and the clause before it are in the same text, or in the sentence before."""
    mains = [first, *(main for _, main in rest)]
    texts = memory_clauses(_told(first, rest)).texts
    if len(set(mains)) < len(mains):
        return
    for number, (link, main) in enumerate(rest):
        places = texts if link not in SENTENCES else [" ".join(texts)]
        for text in places if link in BOUND else ():
            both = _present(_without_copula(text), _without_copula(f"{mains[number]}{link} {main}"))
            assert both or not (_touched(text, main) or _touched(text, mains[number]))


@pytest.mark.parametrize(
    "said",
    [
        "Medium: the wider layout of our guide improves reading, but putting every sample below one heading "
        "makes the page slower to scan than before once a visitor is past the first sample.",
        "Although both runs of the parser passed twice, we should keep the old exporter around for a month.",
        "The script copies every table of the shop, invoices and mails, although the mails are secret.",
    ],
)
def test_a_contrast_is_left_out_whole(said: str) -> None:
    """Neither side of it is said alone."""
    assert all("although" in text.casefold() or "but" in text for text in memory_clauses(said).texts)
    assert all(" is past" in text for text in memory_clauses(said).texts if "once" in text)


def test_a_condition_of_a_reason_goes_with_the_reason() -> None:
    """The request before the reason holds without it."""
    said = (
        "Include every session of the group in one summary, as each of them may carry notes of value "
        "even if nobody has changed any file in it."
    )
    (text,) = memory_clauses(said).texts
    assert not text.endswith(GAP)
    assert text == "Include every session of the group in one summary"


def test_a_part_before_a_lost_contrast_is_lost_too() -> None:
    """`A. However, B.`: without B, A would say more than was said."""
    lost = "However, nobody ever moved those private archives off that rented disk before its payment ended."
    made = memory_clauses(f"Every archive was copied. {lost}")
    assert made.texts == ()
    assert made.left_out == ("Every archive was copied.", lost)


@pytest.mark.parametrize("link", ["because", "as", "which means that"])
@pytest.mark.parametrize("turn", ["However,", "But"])
def test_a_contrast_to_a_reason_keeps_the_reason(link: str, turn: str) -> None:
    """`A, because B. However, C.`: C is about B, so B is not left out between them."""
    said = (
        f"The nightly import writes every row into one table, {link} our parser keeps the old header of each "
        f"file. {turn} reviewers do not see the private branch."
    )
    text = " ".join(memory_clauses(said).texts)
    assert "reviewers" not in text or "keeps the old header" in text


@pytest.mark.parametrize(
    "said",
    [
        "The endpoint of the shop (`/shop/orders/open`) - returns `orderId` (a number with the key `k=1`), "
        "the `ownerId` of the order and `isNew`",
        "The cart of the shop keeps a price for each of its rows - just needs to be stored in the state of "
        "the whole page and read by the menu",
        "There is clearly another busy loop in the cart of the shop, this time on the open orders of a user "
        "returning errors without end",
    ],
)
def test_words_without_a_subject_are_no_statement(said: str) -> None:
    """What follows a dash or a comma stands apart only if it is a statement itself."""
    texts = memory_clauses(said).texts
    assert not any(text.startswith(("returns", "just", "this time")) for text in texts)


@pytest.mark.parametrize("aside", ["(shelf && !shelf.full)", "(row.open == 1)", "(!done)"])
def test_code_in_parentheses_is_never_cut(aside: str) -> None:
    """A condition without what it checks is no code."""
    text = f"if {aside} then the second worker of the archive should also read every new row of the table"
    assert all(aside in each for each in memory_clauses(text).texts)


def test_what_a_dash_limits_is_not_said_without_it() -> None:
    """Words with `not` behind a dash are about the statement, and not about its reason alone."""
    said = (
        "The owner wants short `shop` notices so everybody can see what the cart is doing — not sent into "
        "the mail of the shop, just shown at the till."
    )
    assert all("not sent" in text for text in memory_clauses(said).texts if "notices" in text)


def test_a_part_that_stands_alone_ends_without_a_semicolon() -> None:
    """The sign only parts it from what is told elsewhere."""
    said = (
        "nightly imports write each row of every shop into one table; notes of such releases never mention "
        "broken links of shops; reviewers of shops see no private branch of their parser"
    )
    texts = memory_clauses(said).texts
    assert len(texts) > 1
    assert not any(text.endswith(";") for text in texts)
