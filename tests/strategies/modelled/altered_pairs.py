"""Items that alter a number, a name, a role, a state or a sign of their quotation, and faithful paraphrases.

Half of them, by a hash of their text, is for making rules; the other half only measures.
"""

from __future__ import annotations

from tests.strategies.modelled.acted_pairs import pairs_in

WRONG = """
agent: {Merged cleanly. The 318 unit checks are green.}
  claim: The merge was clean and 421 unit checks are green.
agent: {The import read 52 rows and skipped 7.}
  claim: The import skipped 9 rows.
agent: {Each worker keeps 12 connections open at night.}
  claim: At night 20 connections stay open in each worker.
user: {The hall seats 140 people}, without the gallery.
  constraint: In the hall there are seats for 170 people.
agent: {Restored the backup in 3 passes, nothing was lost.}
  claim: Nothing was lost when the backup was restored in 5 passes.
user: {Paint two coats on the fence}, please.
  decision: The fence gets three coats of paint.
agent: {The leak is in `parse_header`, which never frees its buffer.}
  claim: The leak is in `parse_footer`, which never frees its buffer.
agent: {I put the retry limit into `client.toml`.}
  claim: The retry limit is in `server.toml`.
agent: Both warnings come {from rows that stand in `pending` and in `archived`}.
  claim: Both warnings come from rows that stand in `pending` and in `deleted`.
user: {Send the minutes to Agnes} after lunch.
  decision: The minutes are sent to Beatrix after lunch.
agent: {The nightly job writes its log to `/var/log/sweep`.}
  claim: The nightly job's log is written to `/var/log/broom`.
agent: {`fetch_page` calls `fetch_row` once for each line.}
  claim: `fetch_page` calls `fetch_cell` once for each line.
agent: {Local settings are read first (they win), then shared defaults fill what is missing.}
  claim: Shared defaults win over local settings.
agent: {The scheduler starts the collector}, never by hand.
  claim: The collector starts the scheduler.
user: {Breakfast comes before the excursion}.
  constraint: The excursion comes before breakfast.
agent: {Member accounts override guest accounts} where both exist.
  claim: Guest accounts override member accounts.
agent: {The old parser was faster than the new one}.
  claim: The new parser is faster than the old one.
agent: {I copied the photos from the tablet to the laptop}.
  claim: The photos were copied from the laptop to the tablet.
agent: {The attic is checked first (it takes precedence), then the cellar.}
  claim: The cellar takes precedence over the attic.
agent: {`layout.css` was already merged last week.}
  claim: `layout.css` still has to be merged.
agent: {The heating was serviced in March}.
  open_work: The heating has to be serviced.
agent: {All invoices have been sent}.
  open_work: Send the invoices.
agent: {The certificate is renewed, and the new one is in use.}
  claim: The certificate is not renewed yet.
agent: {I deleted the stale branches} this morning.
  open_work: Delete the stale branches.
user: {Call it "Harbour Walk", not "Walk"}.
  constraint: It should be called "Walk".
user: {The button says "Send now" instead of "Send"}.
  constraint: The button says "Send".
agent: {The lamp was tested at dusk}.
  claim: The lamp was never tested at dusk.
user: {Guests may bring dogs}.
  constraint: Guests may not bring dogs.
agent: {Saved. The spelling is clean and all links resolve.}
  claim: The save was uploaded to the mirror.
agent: {Build finished, 40 pages were rendered.}
  claim: The build was published to the website.
"""
RIGHT = """
agent: {Packed cleanly. All 86 parcels are labelled.}
  claim: The packing was clean and 86 parcels are labelled.
agent: {The scan saw 61 files and skipped 4.}
  claim: The scan skipped 4 of 61 files.
agent: {3 of the lamps are red and 5 are green.}
  claim: There are 8 lamps, 3 of them red.
user: {Around 1,980 visitors came} on Sunday.
  claim: About 2,000 visitors came on Sunday.
agent: {The sync took 90 seconds}.
  claim: The sync took a minute and a half.
user: {Put four chairs on the terrace}.
  decision: The terrace gets 4 chairs.
agent: {The bug is in `read_token`, which never resets its counter.}
  claim: `read_token` never resets its counter, and that is the bug.
agent: {I put the time limit into `proxy.toml`}, as before.
  claim: The time limit is in the configuration of the proxy, `proxy.toml`.
agent: Both notices come {from cards that stand in `inbox` and in the `trash` list}.
  claim: The notices come from cards that are in `inbox` as well as in the `trash` list.
user: {Send the agenda to Cosima} after dinner.
  decision: Cosima gets the agenda after dinner.
agent: {The weekly job writes its report to `/srv/reports`.}
  claim: The report of the weekly job goes to `/srv/reports`.
agent: {`load_tree` calls `load_leaf` once for each entry.}
  claim: `load_leaf` is called by `load_tree` once for each entry.
agent: {Local notes are read first (they win), then shared notes fill what is missing.}
  claim: Local notes win over shared notes.
agent: {The timer wakes the reader}, never by hand.
  claim: The reader is woken by the timer.
user: {Lunch comes before the tour}.
  constraint: The tour comes after lunch.
agent: {Staff passes override visitor passes} where both exist.
  claim: Where both exist, visitor passes are overridden by staff passes.
agent: {The old index was slower than the new one}.
  claim: The new index is faster than the old one.
agent: {I copied the songs from the phone to the server}.
  claim: The songs were copied to the server from the phone.
agent: {The shed is checked first (it takes precedence), then the garage.}
  claim: The shed takes precedence over the garage.
agent: {`print.css` was already merged last month.}
  claim: `print.css` is merged.
agent: {The boiler has to be serviced in May}.
  open_work: Service the boiler in May.
agent: {The letters are not sent yet}.
  open_work: The letters still have to be sent.
agent: {I deleted the stale tags, but the stale branches remain.}
  open_work: Delete the stale branches.
user: {Please renew the licence}.
  open_work: Renew the licence.
user: {Call it "River Walk", not "Walk"}.
  constraint: It should be called "River Walk".
user: {The link says "Read more" instead of "More"}.
  constraint: The link must not say "More" but "Read more".
agent: {The siren was never tested in rain}.
  claim: Nobody tested the siren in rain.
user: {Guests may not smoke indoors}.
  constraint: Smoking indoors is forbidden to guests.
agent: {Stored. The names are unique and all dates are valid.}
  claim: It was stored with unique names and valid dates.
agent: {Tests pass and I pushed the branch to the mirror.}
  claim: The branch was pushed to the mirror.
"""

ALTERED = (*pairs_in(WRONG, right=False), *pairs_in(RIGHT, right=True))
