"""Items that tell an act, its actor or a cause beside the message that they quote, right ones and wrong ones.

Half of them, by a hash of their text, is for making rules; the other half only measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.strategies.modelled.quoted_pairs import QuotedPair

WRONG = """
agent: {Yew hedges would take eight years} to close. Beech grows faster.
  decision: The user chose yew hedges.
agent: {Cedar shingles last 40 years}, steel costs half as much.
  decision: The user decided to use cedar shingles.
agent: {The council still has to approve the extension}.
  claim: The council approved the extension.
agent: {Ines will sign off the menu} on Thursday.
  claim: Ines signed off the menu.
user: {The insurer needs a floor plan}. We have two sheds.
  claim: The insurer approved the floor plan.
agent: {I'll sort the negatives into acid-free sleeves} tomorrow.
  claim: The negatives were moved to acid-free sleeves.
agent: The pump stops after an hour; {I suspect the float switch}.
  claim: The cause of the stops is the float switch.
agent: The slow query is {probably caused by the missing index} on `orders`.
  claim: The slow query is caused by the missing index on `orders`.
user: {Maybe the damp comes from the gutter}.
  claim: The damp comes from the gutter because it leaks.
agent: {We could move the archive to cold storage}.
  claim: The archive was moved to cold storage.
user: {Please move the piano to the small hall}.
  claim: The piano was moved to the small hall.
agent: Next {I want to fix the leaking tap} in the lab.
  claim: The leaking tap in the lab was fixed.
agent: {Somebody should verify the totals} of the March invoice.
  claim: The totals of the March invoice were verified.
agent: {Version 4.2 goes out once the changelog is ready}.
  claim: Version 4.2 was released.
user: {Karim wants to release the album} in May.
  claim: The album was released in May.
user: {The choir has not agreed on the Saturday date}.
  claim: The choir agreed on the Saturday date.
user: {We may accept the offer from Lindqvist} if the price drops.
  decision: The user accepted the offer from Lindqvist.
user: I like the green tiles, and {Otto likes the grey ones}.
  decision: Otto rejected the grey tiles.
user: {Not the ferry, my father gets seasick.}
  decision: The user chose the ferry.
agent: {I recommend the ceramic knife} for bread.
  decision: The user chose the ceramic knife.
agent: {Option A is a tandem}, option B two single bikes.
  decision: The user picked the tandem.
agent: {The caterer has yet to confirm the 60 seats}.
  claim: The caterer confirmed the 60 seats.
agent: {I'd migrate the mailboxes at night}.
  claim: The mailboxes were migrated at night.
user: {Yara approved the poster} for the fair.
  claim: Bruno approved the poster for the fair.
agent: {The crash might be a race between the two writers}.
  claim: The crash was caused by a race between the two writers.
agent: {Deploying the new router needs a restart} of the gateway.
  claim: The new router was deployed.
user: {The landlord is thinking about the balcony}.
  claim: The landlord agreed to the balcony.
agent: The grant letter is planned for Monday; {Ada has to send it}.
  claim: The grant letter was sent.
agent: {It looks like the battery drains because of the radio}.
  claim: The battery drains because of the radio.
agent: Both venues are free on the 9th: {the barn and the boathouse}.
  decision: The user decided on the boathouse.
"""
RIGHT = """
user: {Not the ferry, my mother said no to night trips.}
  decision: The ferry was rejected because the mother said no to night trips.
user: {I changed my mind about the tent: the cabin, since the tent's floor is too small.}
  decision: The cabin instead of the tent, because the tent's floor is too small.
user: {Let's go with the linen cloth} for the tables.
  decision: The user chose the linen cloth for the tables.
user: {Oak, because it must carry the books.}
  decision: The user chose oak because it must carry the books.
agent: {Noted: the late train, platform 3.}
  decision: The user chose the late train.
user: {Pia approved the floor plan} yesterday.
  claim: Pia approved the floor plan.
user: {Legal signed off on the leaflet}.
  claim: Legal approved the leaflet.
agent: {I've moved the recordings to the second drive}.
  claim: The recordings were moved to the second drive.
agent: {The tap in the lab is repaired} and holds.
  claim: The tap in the lab was fixed.
agent: {I checked the totals of the March invoice}: they agree.
  claim: The totals of the March invoice were verified.
agent: {Version 5.0 is live since noon}.
  claim: Version 5.0 was released.
agent: {The cause was the worn seal}, I measured it.
  claim: The cause is the worn seal.
agent: The page was slow {because the index on `visits` was missing}.
  claim: The page was slow because the index on `visits` was missing.
agent: {The damp probably comes from the roof}.
  claim: The damp probably comes from the roof.
user: No, {the fountain would break the budget}.
  decision: The fountain was rejected because it would break the budget.
user: {We won't take the van, it has no winter tyres.}
  decision: The van was rejected because it has no winter tyres.
user: {Use the blue folder for the receipts.}
  decision: The user decided to use the blue folder for the receipts.
user: Yes, {the second sketch is fine}.
  decision: The user approved the second sketch.
user: {The choir agreed on Saturday} the 12th.
  claim: The choir agreed on Saturday the 12th.
user: OK, {take the smaller oven} then.
  decision: The user accepted the smaller oven.
agent: {You picked the tandem}, so I book one trailer.
  decision: The user chose the tandem.
agent: {Marco still has to approve the seating plan}.
  open_work: Marco still has to approve the seating plan.
agent: {Done: the shelves hang} and the cables are hidden.
  claim: The shelves were hung.
agent: {The mailboxes are now on the new host}, all 48 of them.
  claim: The mailboxes were migrated to the new host.
agent: {I went with the shorter route} because the bridge is closed.
  decision: The agent chose the shorter route because the bridge is closed.
user: {Hanna said yes to the June date}.
  claim: Hanna agreed to the June date.
user: {The board turned down the glass roof}.
  claim: The board rejected the glass roof.
user: {I'd say Tuesday at nine for the inspection}.
  decision: The user chose Tuesday at nine for the inspection.
agent: {I sent the grant letter to the foundation} this morning.
  claim: The grant letter was sent to the foundation.
user: {We dropped the raffle, since nobody sells the tickets}.
  decision: The raffle was rejected because nobody sells the tickets.
"""
_PAIR = re.compile(r"^(agent|user): (.*)\n  (\w+): (.*)$", re.MULTILINE)


def pairs_in(text: str, *, right: bool) -> Iterator[QuotedPair]:
    """Yield the pairs of a text: who says what, the quotation in braces, and below it the item."""
    for speaker, marked, kind, told in _PAIR.findall(text):
        quote = marked[marked.index("{") + 1 : marked.index("}")]
        yield QuotedPair(speaker, re.sub(r"[{}]", "", marked), quote, kind, told, right)


ACTED = (*pairs_in(WRONG, right=False), *pairs_in(RIGHT, right=True))
