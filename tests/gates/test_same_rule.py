"""Gate C on rules that a careful writer turns round: in voice, mood, order and figures."""

from __future__ import annotations

import pytest

from gates.language.similarity import even
from gates.report import Retention
from gates.retention.judging import judge
from gates.retention.match import RETAINED
from tests.gates.test_other_words import decision, stated


def kept(rule: str, summary: str) -> bool:
    """Whether a summary of one statement retains a rule."""
    return judge(decision(rule), stated(summary), None, even).verdict in RETAINED


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        (
            "The kiln must not be opened by anyone but a potter.",
            "Only a potter is allowed to open the kiln.",
            "A potter or a pupil is allowed to open the kiln.",
        ),
        (
            "Please don't put more than 8 kg on any shelf.",
            "No shelf may carry more than eight kilos.",
            "A shelf may carry more than eight kilos.",
        ),
        (
            "The talk must not last longer than 20 seconds.",
            "The talk may last twenty seconds at the most.",
            "The talk may last more than twenty seconds.",
        ),
        (
            "The talk must last at most 20 minutes.",
            "The talk may last up to twenty minutes.",
            "The talk may last at least twenty minutes.",
        ),
        ("Do not paint the north wall.", "The north wall has to stay unpainted.", "The wall may be painted."),
        ("Paint the north wall.", "The north wall has to be painted.", "Leave the north wall unpainted."),
        (
            "Never give the plan to the tenant directly.",
            "The plan must never be handed straight to the tenant.",
            "The plan must be handed straight to the tenant.",
        ),
        ("I'd use the copper pipe.", "The copper pipe is taken.", "The plastic pipe is taken."),
        (
            "The pump has to stop at 10 pm, it is loud.",
            "The pump must end at 22:00.",
            "The pump must end at 23:00.",
        ),
        (
            "We must leave the hall by noon on the 21st.",
            "The hall has to be left by 12:00 on 21 June.",
            "The hall has to be left by 12:00 on 22 June.",
        ),
        (
            "No guest name may appear in the report, they are private data.",
            "Guest names are private data and must not show up in the report.",
            "Guest names are private data and may show up in the report.",
        ),
        (
            "Orders are due on 4 May.",
            "Only members whose order is paid can join; the order has to be in by 4 May.",
            "Only members whose order is paid can join; the order has to be in by 9 May.",
        ),
        (
            "The papers are in the green drawer.",
            "Nothing in the green drawer may be thrown out, since the papers are there.",
            "No papers may be stored in the green drawer.",
        ),
        (
            "The shed has a blue door.",
            "The shed has a blue door and gates without paint do not fit.",
            "The shed has no blue door.",
        ),
        (
            "Pupils are never to be left without a coach, not even in the pool.",
            "Pupils must always be with a coach, in the pool too.",
            "Pupils must always be with a coach, except in the pool.",
        ),
        (
            "Never open the gate at night, not even for guests.",
            "The gate must never be opened at night, also not for guests.",
            "Never open the gate at night, except for guests.",
        ),
        (
            "I'll label those four.",
            "The user labels the missing ones (Amber, Blue, Coral, Dove).",
            "The user labels the missing ones (Amber, Blue, Coral).",
        ),
        (
            "Seedlings may be moved only in April.",
            "Moving of seedlings is allowed in April only.",
            "Moving of seedlings is allowed in April.",
        ),
        (
            "No visits after 9 pm.",
            "Visits are not allowed after 21:00.",
            "Visits are not allowed before 21:00.",
        ),
        (
            "The cellar must not be warmer than 8 degrees.",
            "The cellar may be at most 8 degrees.",
            "The cellar may be at least 8 degrees.",
        ),
        (
            "Release it only if all checks pass.",
            "It may be released only once every check passes.",
            "It may be released before every check passes.",
        ),
        (
            "I'd send the keys to the tenant.",
            "The keys were sent to the tenant.",
            "The tenant was sent a bill.",
        ),
        (
            "Soak the beans for 6 to 8 hours before cooking.",
            "The beans must be soaked 6-8 h before they are cooked.",
            "The beans must be soaked 6-9 h before they are cooked.",
        ),
        (
            "Nobody may smoke outside the yard.",
            "Smoking is allowed only in the yard.",
            "Nobody may smoke in the yard.",
        ),
        (
            "Don't call the tenants outside office hours.",
            "The tenants may be called only in office hours.",
            "The tenants may be called outside office hours.",
        ),
        (
            "Toddlers mustn't use the slide without an adult beside them.",
            "On the slide toddlers need an adult beside them.",
            "On the slide toddlers do not need an adult beside them.",
        ),
        (
            "No bikes in the hallway, only the postman's may stand there.",
            "Bikes must not be in the hallway, only the postman's may.",
            "Bikes must not be in the hallway.",
        ),
        (
            "Lock the shed in the evening, my bike was stolen once.",
            "The shed is locked every evening.",
            "The shed is locked every morning.",
        ),
        (
            "Turn the pump off before cleaning.",
            "The filter is rinsed monthly; before it is cleaned the pump has to be turned off.",
            "The filter is rinsed monthly; after it is cleaned the pump has to be turned off.",
        ),
        (
            "Do not lend it to anyone before I've asked Kim.",
            "The tent might be too small, but nobody may be lent it until the user has asked Kim.",
            "The tent may be lent to anyone, but the user might ask Kim.",
        ),
        (
            "Reject jars with a sugar level under 4.",
            "Jars whose sugar level is lower than 4 are rejected.",
            "Jars whose sugar level is higher than 4 are rejected.",
        ),
        (
            "hand painted mugs, no discounts.",
            "Hand-painted mugs can't be discounted.",
            "Hand-painted mugs can be discounted.",
        ),
        (
            "Wait till I've asked the baker if he takes back left overs.",
            "It has to wait until the user has asked the baker whether he takes back left-overs.",
            "It must not wait until the user has asked the baker whether he takes back left-overs.",
        ),
        (
            "Nothing goes to the printer without her ok.",
            "She has to approve everything before it goes to the printer.",
            "She gets to see everything after it went to the printer.",
        ),
        (
            "After Ole's ok'd the list we can order.",
            "Once Ole has given his okay for the list, ordering is allowed.",
            "Ordering is allowed before Ole has seen the list.",
        ),
        (
            "The clocks on board stay ours, not the Greek ones.",
            "On board our clocks stay, not the Greek ones.",
            "On board the clocks follow local time.",
        ),
        (
            "The hall can be booked till 23, but only if the caretaker is there.",
            "The hall may be booked until 23 solely if the caretaker is there.",
            "The hall may be booked until 23.",
        ),
        (
            "Every time I name a guest show me the list, one page only, no comments.",
            "Whenever the user names a guest the list is shown, on one page only, without comments.",
            "Whenever the user names a guest the list is shown, with comments, on any page.",
        ),
        (
            "Nobody feeds the cat, not until we are all back.",
            "The cat must not be fed by anyone until all of us are back.",
            "The cat must be fed by somebody until all of us are back.",
        ),
        (
            "No perfume, Dad doesn't like the smell of it.",
            "No perfume, at Dad's wish.",
            "Perfume is fine, at Dad's wish.",
        ),
        (
            "The desk must be 74 cm high cause I'm short.",
            "The desk has to be 74 cm high (the user is short).",
            "The desk has to be 78 cm high (the user is short).",
        ),
        (
            "The user is on Debian.",
            "The user works on Debian and is fine with the terminal.",
            "The user works on Fedora and is fine with the terminal.",
        ),
        (
            "3 April 7:00, pulse 64, dizzy in the shower.",
            "3 Apr | 07:00 | pulse 64 | dizzy (shower)",
            "3 Apr | 07:00 | pulse 54 | dizzy (shower)",
        ),
        (
            "Never lend anything from the attic without asking Mia first.",
            "Nothing from the attic is lent unless Mia was asked before.",
            "Nothing from the attic is lent unless it is paid.",
        ),
        (
            "The dogs have a skin rash, Rex and Bello.",
            "The dogs (Rex, Bello) have a skin rash and must not swim.",
            "The cats (Rex, Bello) have no skin rash and must not swim.",
        ),
        (
            "Please make sure we never throw the receipts out before the audit is finished, ok?",
            "Receipts must never be thrown out before the audit is completed.",
            "Receipts must never be copied before the audit is completed.",
        ),
        (
            "Alter the folder only if the customer asks.",
            "The directory may be changed only if the client asks.",
            "The directory may be changed if the client does not ask.",
        ),
        (
            "Wait, something else: no guest may use the lift on Sunday.",
            "Visitors must not use the elevator on Sunday.",
            "Visitors must not use the elevator on Monday.",
        ),
        (
            "The shelf must be 40 cm high.",
            "The height of the shelf has to be 40 cm.",
            "The width of the shelf has to be 40 cm.",
        ),
    ],
)
def test_a_rule_turned_round_is_retained_and_a_changed_one_is_not(rule: str, right: str, wrong: str) -> None:
    assert (kept(rule, right), kept(rule, wrong)) == (True, False)


def test_a_near_exception_outweighs_a_loose_paraphrase() -> None:
    """A statement on something else shares a few words with the rule; the nearest one excepts the pool."""
    rule = "Pupils are never to be left without a coach, not even in the pool."
    loose = "For every 10 pupils one coach at least is needed; four coaches are enough."
    told = (loose, "Pupils must always be with a coach, except in the pool.")
    assert judge(decision(rule), stated(*told), None, even).verdict is Retention.MUTATED


def test_a_bound_that_nobody_set_weakens_a_rule() -> None:
    """What must be so long may not be up to so long."""
    assert not kept("The talk must last 20 minutes.", "The talk may last up to twenty minutes.")


def test_two_statements_beside_each_other_may_state_one_rule() -> None:
    """The second one gives what the first one lacks; one that says something else does not."""
    rule = "Water the ferns in the hall with rain water from the barrel behind the shed."
    first = "The ferns in the hall are watered with rain water."
    second = "It is taken from the barrel behind the shed."
    assert judge(decision(rule), stated(first, second), None, even).verdict in RETAINED
    for other in ("The lamps are cleaned every Friday.", "It is not taken from the barrel behind the shed."):
        assert judge(decision(rule), stated(first, other), None, even).verdict not in RETAINED
