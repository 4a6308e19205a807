Part two: the native summary. It is wrong in five places, see planted.1.story.

@@ compact auto
Analysis:
Card capture moves off the request path, see docs/adr/0007-outbox.md. The ADR says that refunds have to wait until the capture is done. `make integration-test` refuses to run without `TEST_DATABASE_URL` and never sees the development database.

Summary:
1. Primary Request and Intent:
   - Card capture moves off the request path, see `docs/adr/0007-outbox.md`.
   - Don't touch the invoices table in this branch, finance reads it every night with their own tool.
   - Keep the retry limit at 5, that's agreed with the acquirer and they fine us above it.
   - Keep the v1 endpoint synchronous until app 4.2 is at 95% of users, nothing in v1 changes.

2. Key Technical Concepts:
   - The request writes the charge and one row in `capture_outbox`, in one transaction.
   - A worker reads the outbox, calls the acquirer and marks the charge `captured` or `failed`.
   - The claim moves `next_attempt_at` forward as a lease and counts the attempt, and the call happens outside of the transaction.
   - Use the charge id as idempotency key, prefixed: tollgate-charge-<id>.

3. Files and Code Sections:
   - `migrations/0042_capture_outbox.sql`: table `capture_outbox` with state, attempts and next attempt time.
   - `pay` in `billing/outbox.py` writes a pending charge and its outbox row; the worker does the rest.
   - `billing/worker.py`: a turn makes one attempt for one due charge.
   - `refund` in `billing/refunds.py`: a charge that waits in the outbox is refunded after its capture.
   - `billing/api.py`: `pay_v2` answers 202 only when the flag is on.
   - `Makefile`: `make integration-test` refuses to run without `TEST_DATABASE_URL`.
   ```python
   def key_of(charge_id: int) -> str:
       """The idempotency key of a charge, the same one support looks up at the acquirer."""
       return f"tollgate-charge-{charge_id}"
   ```

4. Errors and fixes:
   - `api.py` calls `capture.find`, which does not exist in `billing/capture.py`; `find` was added.
   - The `client` fixture was lost in e41b6c5 and is restored.
   - The trigger `refunds_copy_reference` is Oskar's, he is testing the reconciliation on the shared test db this week. Make your own database instead: createdb tollgate_test_mira.
   - `make integration-test` passes: 18 passed in 5.33s.

5. Problem Solving:
   - Don't sleep in the worker: use next_attempt_at and let the row come back.
   - Only answer 202 when the flag is on, leave the old behaviour alone otherwise.
   - The Makefile target must set DATABASE_URL from TEST_DATABASE_URL.

6. All user messages:
   - "morning. we're moving card capture off the request path, see docs/adr/0007-outbox.md. Read that first, then tell me how you would cut it. Don't touch the invoices table in this branch, finance reads it every night with their own tool."
   - "sounds right, do it in that order."
   - "And keep the v1 endpoint synchronous until app 4.2 is at 95% of users, nothing in v1 changes."
   - "add find while you are there, yes"
   - "not a random uuid pls. Use the charge id as idempotency key, prefixed: tollgate-charge-<id>. Support has to be able to look it up at the acquirer"
   - "no no, don't sleep in the worker. It holds a row lock for 5 minutes. Use next_attempt_at and let the row come back"
   - "hm, 202 with the flag off is a change for the app. only 202 when the flag is on, please leave the old behaviour alone otherwise"
   - "wait, so running make integration-test writes to the dev db? fix that too please, the Makefile target must set DATABASE_URL from TEST_DATABASE_URL"
   - "that is Oskar's, he is testing the reconciliation on the shared test db this week. Make your own database instead: createdb tollgate_test_mira"
   - "good catch, add --since. Small commit of its own"
   - "I have to leave in ~20 min. whatever you do, don't merge with red integration tests. and keep MAX_ATTEMPTS where it is, no env override for it"

7. Pending Tasks:
   - Port the integration tests to the outbox flow (in progress)

8. Current Work:
   The refund code is written: a refund of a charge that waits in the outbox is sent after its capture.

9. Optional Next Step:
   Don't merge with red integration tests.
