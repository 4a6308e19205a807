"""Of many directives only those are looked at that a sentence can reverse; none of these is passed over."""

from __future__ import annotations

from workbench.facts.superseding.reversal import may_reverse, reverses
from workbench.facts.superseding.reversible import Reversible

SENTENCES = (
    "Use port 8000 for the proxy.",
    "Use port 9000 for the proxy.",
    "Use port 9000 for the gateway.",
    "Keep the audit log for 30 days.",
    "Keep the audit log for 90 days.",
    "Never rename the columns of the ledger.",
    "Rename the columns of the ledger.",
    "Do not keep the audit log for 30 days.",
    "Actually, keep the audit log for 60 days.",
    "The audit log may be renamed now.",
    "Add a retry to the uploader.",
    "Remove the retry from the uploader again.",
    "Use a queue instead of a retry in the uploader.",
    "Use a retry in the uploader.",
    "Never mind the retry in the uploader.",
    "We no longer keep the audit log for 30 days.",
    "Cap the batch at 500 rows.",
    "Make it 200 rows for the batch.",
    "The batch is capped at 200 rows (was 500).",
    "Skip the slow linter.",
    "Always run the slow linter.",
    "Forget the slow linter.",
    "Change of plans: write the report in German.",
    "Write the report in English.",
    "Use 2 spaces.",
    "Use 4 spaces.",
    "No.",
)


def directives() -> Reversible:
    """Every sentence as a rule."""
    return Reversible(dict(enumerate(SENTENCES)))


def test_whatever_is_reversed_is_looked_at() -> None:
    """Every pair that reverses is compared, with and without a word of retraction."""
    near, pairs, plain = directives(), 0, 0
    for later in SENTENCES:
        looked = near.to(later)
        assert looked == sorted(set(looked))
        for at, earlier in enumerate(SENTENCES):
            if reverses(later, earlier):
                assert at in looked, (later, earlier)
                pairs += 1
                plain += not may_reverse(later)
    assert pairs >= 12
    assert plain >= 4


def test_a_sentence_without_such_a_word_looks_at_equal_words_only() -> None:
    """So that a session of many directives does not compare each with each."""
    near = directives()
    assert not may_reverse("Keep the ledger index in storage.")
    assert near.to("Keep the ledger index in storage.") == []
    assert near.to("Use port 7000 for the proxy.") == [0, 1]
    near.remove(0)
    assert near.to("Use port 7000 for the proxy.") == [1], "what holds no more is not found"
