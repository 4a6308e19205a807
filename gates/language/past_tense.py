"""Past forms of English verbs: the irregular ones from a list, the others by rule.

Used by the fault operators and by the rule that distinguishes a plan from an action. No other tense is known.
"""

from __future__ import annotations

_IRREGULAR = """
be was been / become became become / bleed bled bled / breed bred bred / flee fled fled / speed sped
sped / begin began begun / break broke broken / bring brought brought /
build built built / buy bought bought / catch caught caught / choose chose chosen / come came come / cut
cut cut / deal dealt dealt / do did done / draw drew drawn / drink drank drunk / drive drove driven / eat
ate eaten / fall fell fallen / feed fed fed / feel felt felt / fight fought fought / find found found / fly
flew flown / forget forgot forgotten / get got got / give gave given / go went gone / grow grew grown / have
had had /
hear heard heard / hide hid hidden / hit hit hit / hold held held / keep kept kept / know knew known / lay
laid laid / lead led led / leave left left / lend lent lent / let let let / lose lost lost / make made
made / mean meant meant / meet met met / pay paid paid / put put put / read read read / ride rode ridden /
ring rang rung / rise rose risen / run ran run / say said said / see saw seen / seek sought sought / sell
sold sold / send sent sent / set set set / shoot shot shot / show showed shown / shut shut shut / sing
sang sung / sit sat sat / sleep slept slept / speak spoke spoken / spend spent spent / split split split /
stand stood stood / steal stole stolen / stick stuck stuck / swim swam swum / take took taken / teach
taught taught / tell told told / think thought thought / throw threw thrown / understand understood
understood / wake woke woken / wear wore worn / win won won / write wrote written / rebuild rebuilt
rebuilt / overcome overcame overcome / undo undid undone / undertake undertook undertaken / withdraw
withdrew withdrawn
"""

_PAST: dict[str, tuple[str, str]] = {}
_BASE: dict[str, str] = {}
for _entry in _IRREGULAR.split("/"):
    _base, _past, _participle = _entry.split()
    _PAST[_base] = (_past, _participle)
    _BASE[_past] = _BASE[_participle] = _base

_PREFIXES = ("re", "over", "un", "out")
"""Prefixes that leave a verb's past form unchanged: `rewritten`, `overrode`."""
_VOWELS = "aeiou"
_DOUBLED = frozenset(
    """
    stop plan drop ship chat shop trim skip grab wrap chop submit commit permit refer occur control map
    log tag plug pin rip step swap
    """.split()
)


def base_and_past(base: str) -> tuple[str, str]:
    """Return a base form and its simple past."""
    if base in _PAST:
        return base, _PAST[base][0]
    if base in _DOUBLED:
        return base, base + base[-1] + "ed"
    if base.endswith("e"):
        return base, base + "d"
    if base.endswith("y") and len(base) > 2 and base[-2] not in _VOWELS:
        return base, base[:-1] + "ied"
    return base, base + "ed"


def bases_of_past(word: str) -> frozenset[str]:
    """Return the base forms that a past form or participle may come from; empty if it is none."""
    if word in _BASE:
        return frozenset((_BASE[word],))
    for prefix in _PREFIXES:
        if word.startswith(prefix) and word[len(prefix) :] in _BASE:
            return frozenset((prefix + _BASE[word[len(prefix) :]],))
    if not word.endswith("ed") or len(word) < 5:
        return frozenset()
    stem = word[:-2]
    found = {stem, stem + "e"}
    if stem[-1] == stem[-2]:
        found.add(stem[:-1])
    if stem.endswith("i"):
        found.add(stem[:-1] + "y")
    return frozenset(found)


def irregular() -> dict[str, tuple[str, str]]:
    """Return the simple past and the participle of each irregular verb."""
    return dict(_PAST)


def forms(base: str) -> tuple[str, ...]:
    """Return a base form with its irregular past forms; regular ones have the same stem."""
    return (base, *_PAST.get(base, ()))
