"""Pages read in one pass: what is a tag, what is text, and that no page takes longer than its length."""

from __future__ import annotations

import time

import pytest

from tests.models.loopback import SLOW
from workbench.runs.sources.html_text import html_text

SIZE = 1_000_000
ENDLESS = ("<!--", "<!-- >", "<a ", "<a b='", "</", "</a", "<?", "<!", "<![CDATA[", "<script>", "</x>", "<")


@pytest.mark.parametrize("piece", ENDLESS)
def test_a_page_of_what_does_not_end_is_read_once(piece: str) -> None:
    """A megabyte of it takes seconds on a busy machine, not hours; text after a real end is still read."""
    began = time.monotonic()
    title, text = html_text("<p>First.</p>" + "<b>" * 5_000 + piece * (SIZE // len(piece)))
    assert time.monotonic() - began < SLOW
    assert (title, text.startswith("First.")) == ("", True)
    within = "<title>" + "t</x>" * (SIZE // 5) + "</title><p>Then.</p>"
    assert html_text(within)[1] == "Then."
    assert time.monotonic() - began < SLOW


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("a <!-- b --> c", "a c"),
        ("a <!--> c", "a c"),
        ("a <!-- b > c", "a c"),
        ("a <!-- b > c <!-- d --> e", "a e"),
        ("one <a href='x>y' hidden>two</a> three", "one three"),
        ("1 < 2 and 3 > 2 &amp; so on", "1 < 2 and 3 > 2 & so on"),
        ("<SCRIPT>if (a < b) { '</p>' }</Script >seen", "seen"),
        ("<script>never ends <p>unseen</p>", ""),
        ("seen<script/>seen too", "seenseen too"),
        ('<p style="DISPLAY: none">no</p><p style=color:red>yes</p>', "yes"),
        ("</ >bogus</> end", "bogus end"),
        ("unfinished <b", "unfinished <b"),
        ("unfinished <b class='x'>bold</b> <i title='", "unfinished bold <i title='"),
        ("<![CDATA[ no ]]>yes <?php no ?>yes", "yes yes"),
    ],
)
def test_what_is_a_tag_and_what_is_text(page: str, text: str) -> None:
    """As browsers read it, except that no visible text is lost to a comment or a quote that never ends."""
    assert html_text(page)[1] == text
