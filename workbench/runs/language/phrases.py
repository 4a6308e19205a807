"""Phrases that mean one word: `called off` is cancelled, somebody `in charge` leads.

A question and its source often differ only by such a phrase, whose single words do not show its meaning.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gates.language.lexicon import COUNT_WORDS
from gates.language.past_tense import forms
from workbench.runs.language.verb_senses import stem_in_sense

_VERBS = """
call off = cancel | put off = postpone | put back = postpone | turn down = refuse | turn away = refuse
let in = admit | get in = enter | go in = enter | come in = enter | let out = rent | give up = abandon
give away = free | give back = return | hand out = distribute | hand in = submit | hand over = give
take out = remove | take off = remove | take away = remove | take over = replace | take on = hire
take part = join | take place = happen | set up = founded | set off = depart | set out = depart
put in = install | put up = build | put out = extinguish | pull down = demolish | tear down = demolish
knock down = demolish | burn down = fire | blow up = explode | break down = fail | break in = burgle
wear out = worn | run out = exhausted | use up = exhausted | carry on = continue | keep on = continue
go on = continue | come along = accompany | go along = accompany | bring along = bring
look after = responsible | look for = seek | look into = investigate | find out = discover
point out = mention | figure out = discover | work out = discover | pay back = refund | pay off = repay
sign up = register | fill in = complete | make up = constitute | do away = abolish | get rid = remove
throw away = discard | throw out = discard | sell out = full | back up = support | fall over = fall
fall off = fall | fall down = fall | come down = descend | go up = rise | go down = fall
climb up = climb | come back = return | go back = return | bring back = return | give notice = resign
step down = resign | stand down = resign | leave behind = leave | hold up = delay | get on = board
get off = disembark | pick up = collect | drop off = deliver | switch on = start | turn on = start
switch off = stop | turn off = stop | shut down = close | close down = close | open up = open
slow down = slow | speed up = accelerate | cut down = reduce | cut off = disconnect | pass away = die
bring up = raise | grow up = childhood | dress up = costume | clean up = clean | wash away = flood
tidy up = clean | do up = renovate | make sure = ensure | make use = use | get hurt = injure
run over = hit | run into = hit | lock up = lock | check in = register | check out = borrow
stay over = overnight | move out = leave | move in = arrive | hang up = hang | light up = illuminate
write down = record | put on = wear | try on = test | try out = test | rule out = exclude
leave out = omit | spell out = explain | bear the cost = pay | foot the bill = pay
keep an eye = supervise | give permission = allow | lie in state = exhibit | come to nothing = fail
lead to nothing = fail | lead nowhere = fail | fall ill = sick | fall through = fail | go wrong = fail
leave car = park | leave cars = park | leave vehicle = park | leave vehicles = park
stand still = stop | be short = lack | come up with = invent | think up = invent
fall silent = silence | go silent = silence
"""
_FIXED = """
in charge = responsible | out of order = broken | out of use = broken | out of action = broken
free of charge = free | at no cost = free | for nothing = free | no charge = free | for free = free
money back = refund | hard of hearing = deaf | ahead of time = early | in advance = early
on time = punctual | too late = latecomer | by hand = manual | on foot = walk | as a whole = total
at least = minimum | at most = maximum | no more than = maximum
on the payroll = employee | second hand = used | brand new = new | by mistake = error | in full = whole
in place of = instead | in its stead = instead | in lieu of = instead | out of print = old
out of date = old | face to face = personal | at night = night | sum of money = money | high water = flood
grown up = adult | grown ups = adult | last resort = emergency | common room = lounge | post office = mail
per head = person | a head = person | per person = person | in writing = letter | on sale = sell
for sale = sell | on loan = borrow | on hire = rent | for hire = rent | to let = rent | under age = child
at sea = sea | next of kin = relative | old people = elderly | young people = youth | working hours = open
opening hours = open | opening times = open | point of view = opinion | first night = premiere
opening night = premiere | off the air = silence | off air = silence
"""
_BETWEEN = (
    r"(?:\s+(?!(?:and|or|but|from|to|at|by|in|on|of|for|up|down|out|off|into|over|with)\b)[\w'’-]+){0,2}?\s+"
)
_PLACED = frozenset({"go in", "come in", "get in", "put in", "move in", "go on"})
"""Verbs whose second word is a preposition if a place or a time follows: `put in the shed`, `go in 2024`."""
_NO_PLACE = r"(?!\s+(?:\d|(?:the|an?|its|his|her|their|our|your|my|this|that|each|every)\b|[a-z]+\s+\d))"

_MOVES = (
    "turn turns turned turning show shows showed shown put puts go goes went gone going come comes came get "
    "gets got add adds added walk walked climb climbed drive drove pull pulled look looked run ran"
).split()
"""Verbs with their own `up`: a value that went up to thirty is not a maximum."""
_UP_TO = re.compile(
    "".join(rf"(?<!\b{verb} )" for verb in _MOVES)
    + r"\bup[\s-]+to(?=\s+(?:(?:about|around|some|an?|the|how|what|which)\s+)?(?:[€$£]?\d|(?:many|much|long|"
    r"age|number|limit|amount|length|weight|days?|weeks?|months?|years?|hours?|minutes?|half|twice|third|quarter|"
    rf"dozen|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|{'|'.join(COUNT_WORDS)})\b))",
    re.I,
)
"""`Up to thirty` is a maximum; `up to` without a number or measure, such as a meeting, is not."""


_DID_NOT_HAPPEN = re.compile(
    r"\b(?:did not|didn't|does not|doesn't|will not|won't) "
    r"(?:go(?! (?:to|into|through|with|over|on|near)\b)|run(?! on\b)|"
    r"sail|depart|take place|happen|go ahead)\b(?!\s+(?:the|an?|any|his|her|its|their|by)\b)",
    re.I,
)
"""An event that did not go, run or take place was cancelled."""


_ON_ONES_OWN = re.compile(
    r"\b(?:on (?:their|his|her|its|your|my|our|one's) own|"
    r"(?<!done )(?<!made )(?<!built )by (?:him|her|them|your|my|our|it)sel(?:f|ves))"
    r"(?=\s*(?:[.,;:?!)]|$)|\s(?:and|or|but|in|at|on|before|after|from|until|if|when|without|during)\b)",
    re.I,
)
"""Whoever acts on his own acts alone; on its own ground something only stands."""


_DID_NOT_WORK = re.compile(
    r"\b(?:did|does|do|would|will|has|had|could)(?:n't| (?:(?:the|our|its|an?) )?(?:[\w-]+ ){0,3}?not)"
    r" (?:work(?:ed)?|function(?:ed)?)\b(?! (?:for|at|in|on (?:the|an?)|as|with|from|out)\b)",
    re.I,
)
"""A machine that did not work failed."""


def _forms_of(verb: str) -> list[str]:
    stem = verb.removesuffix("e")
    last = verb[-1:] if re.search(r"[^aeiou][aeiou][bdgmnpt]$", verb) else ""
    regular = [f"{stem}{last}{end}" for end in ("ed", "ing")]
    if verb.endswith("y") and verb[-2:-1] not in "aeo":
        regular.append(f"{verb[:-1]}ied")
    return [*forms(verb), f"{verb}s", f"{verb}es", *regular]


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    made = []
    for listed, verbal in ((_VERBS, True), (_FIXED, False)):
        for entry in re.split(r"[|\n]", listed.strip()):
            phrase, _, word = entry.partition("=")
            first, *rest = phrase.split()
            if verbal:
                tail = _BETWEEN + r"\s+".join(rest) if len(rest) == 1 else r"\s+" + r"\s+".join(rest)
                tail += r"\b" + (_NO_PLACE if phrase.strip() in _PLACED else "")
                pattern = rf"\b(?:{'|'.join(sorted(set(_forms_of(first)), key=len, reverse=True))}){tail}"
            else:
                pattern = r"\b" + r"[\s-]+".join((first, *rest)) + r"\b"
            made.append((re.compile(pattern, re.I), word.strip()))
    return (
        *made,
        (_UP_TO, "maximum"),
        (_DID_NOT_HAPPEN, "cancel"),
        (_DID_NOT_WORK, "fail"),
        (_ON_ONES_OWN, "alone"),
    )


@lru_cache(maxsize=20_000)
def meant(text: str) -> frozenset[str]:
    """Return the stems of the words that phrases in a text mean."""
    return frozenset(stem_in_sense(word) for pattern, word in _patterns() if pattern.search(text))


@lru_cache(maxsize=2_000)
def spelled_out(text: str) -> str:
    """Replace each phrase in a text by the word that it means."""
    for pattern, word in _patterns():
        text = pattern.sub(f" {word} ", text)
    return text
