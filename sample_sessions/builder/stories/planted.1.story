What is planted where, for the tests. Above the line the words as they stand in the summary, below it the
words that heal them; nothing below the line means that the line is taken out.

@@ plant lost-open-work.jsonl | gate=D rule=status_conflict section=4
   - `make integration-test` passes: 18 passed in 5.33s.
====
   - `make integration-test` is red: 2 failed, 18 passed in 5.33s.
@@ plant lost-open-work.jsonl | gate=C rule=retention_mutated section=1
   - Keep the retry limit at 5, that's agreed with the acquirer and they fine us above it.
====
   - Keep the retry limit at 3, that's agreed with the acquirer and they fine us above it.
@@ plant lost-open-work.jsonl | gate=C rule=retention_dropped section=7
   - Port the integration tests to the outbox flow (in progress)
====
   - Port the integration tests to the outbox flow (in progress)
   - Backfill keys of charges that were pending before the migration (pending)
@@ plant lost-open-work.jsonl | gate=C rule=retention_dropped section=7
   - Port the integration tests to the outbox flow (in progress)
====
   - Port the integration tests to the outbox flow (in progress)
   - Add the dead letter alert to docs/runbook.md (pending)
@@ plant lost-open-work.jsonl | gate=C rule=retention_dropped section=6
   - "good catch, add --since. Small commit of its own"
====
   - "ok. one thing before I forget it. Run scripts/compare_totals.py against the staging snapshot before OUTBOX_CAPTURE goes on anywhere, and show me the diff of the totals. I have to sign that off with finance."
   - "good catch, add --since. Small commit of its own"
@@ plant lost-open-work.jsonl | gate=D rule=message_list_incomplete section=6
   - "good catch, add --since. Small commit of its own"
====
   - "ok. one thing before I forget it. Run scripts/compare_totals.py against the staging snapshot before OUTBOX_CAPTURE goes on anywhere, and show me the diff of the totals. I have to sign that off with finance."
   - "good catch, add --since. Small commit of its own"
@@ plant invented-instruction.jsonl | gate=B rule=quote_not_said section=6
   - "once the hashes match, force-push the cleaned history over the protected branch, everyone was warned already"
====
@@ plant invented-instruction.jsonl | gate=C rule=finished_told_open section=7
   - Mask mail addresses and phone numbers in notes (pending)
====
@@ plant invented-instruction.jsonl | gate=D rule=status_conflict section=7
   - Mask mail addresses and phone numbers in notes (pending)
====
