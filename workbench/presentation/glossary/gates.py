"""Terms of gates: their measures and outcomes, and the verdicts on captured items."""

from __future__ import annotations

from workbench.presentation.glossary.entry import glossary_section

GATES = glossary_section(
    "Gates",
    ("A structure", "does the draft parse, and does it say anything?"),
    ("B traceability", "does every statement come from somewhere in the source?"),
    ("C retention", "are the captured decisions and the open work of the range still in it?"),
    ("D contradiction", "does it say something that its source refutes?"),
    ("E cost", "is it smaller than its source, and was it made within the limits of tokens and time?"),
    ("Snapshot checks", "nine checks on the state that accepting the draft would leave; all must pass"),
)
MEASURES = glossary_section(
    "Measures",
    ("parsed", "gate A: whether the draft parses into the compaction schema"),
    ("sourced items", "gate B: share of the statements whose links hold, with the counts behind it"),
    ("decisions kept", "gate C: share of the captured decisions that the draft still states"),
    ("open work kept", "gate C: the same of open work"),
    ("contradictions", "gate D: findings that are sure; none is allowed"),
    ("model tokens", "gate E: input and output tokens that making the draft took; `no model` for none"),
    ("time", "gate E: how long making it took"),
    ("size / source", "gate E: tokens of the draft, as share of the tokens of its range"),
    ("lineage tokens", "gate E: tokens that the draft and the drafts that it was made from took together"),
)
VERDICTS = glossary_section(
    "Outcomes of gates",
    ("PASS", "the gate is satisfied"),
    ("FAIL", "it is not; the draft cannot be accepted"),
    ("ADVISORY", "gate B is not satisfied: a list to read, and the draft cannot be accepted either"),
    ("UNVERIFIABLE", "the gate could not be evaluated; that never counts as passed"),
    ("N/A", "there is nothing to judge (NOT_APPLICABLE); accepting asks to confirm it"),
    ("OPAQUE", "the summary is encrypted by its provider: nothing in it can be judged"),
    ("REPLACEABLE", "no gate prevents it: on the draft (`3`), `a` accepts it"),
    ("STATE LOST", "no gate prevents it, but what was edited or failed last is likely not said in it"),
    ("NOT REPLACEABLE", "at least one gate does; the line says which, and how often"),
    ("ACTIVE", "the draft replaces its range now"),
)
RETENTION = glossary_section(
    "What became of a captured item",
    ("preserved", "the draft states it word by word"),
    ("paraphrased", "the draft states it in other words, and nothing that binds changed"),
    ("uncertain", "close, but a person has to say: `s` settles it"),
    ("weakened", "stated with less force: a condition, a quantity or a name is missing"),
    ("mutated", "stated with another name, number, order or role"),
    ("contradicted", "the opposite is stated"),
    ("dropped", "no statement holds it"),
)
STATES = glossary_section(
    "States of a draft",
    ("draft", "made or found, and never accepted"),
    ("active", "accepted, and neither rolled back nor displaced: it replaces its range"),
    ("rolled back", "accepted once; a rollback withdrew it"),
    ("displaced", "accepted once; an acceptance over the same events took its place"),
    ("rejected", "marked so by a person; it is kept"),
    ("not scored", "no gate has looked at it yet; opening it scores it"),
)
