"""Labelled pairs of statements of one session, invented: whether the later one conflicts with the earlier.

A conflict is what cannot both hold of the same thing at the same time: other values, the opposite, or a
result that says otherwise than what was claimed. Half 0 by hash may be fitted to; half 1 is only measured.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple


class Pair(NamedTuple):
    """Two statements in order, each with its speaker: `user`, `agent` or `tool`."""

    earlier_by: str
    earlier: str
    later_by: str
    later: str
    conflict: bool

    @property
    def half(self) -> int:
        """0: rules may be fitted to it; 1: held out."""
        return int(hashlib.sha256(f"{self.earlier}\n{self.later}".encode()).hexdigest(), 16) % 2


def _pairs(conflict: bool, lines: str) -> tuple[Pair, ...]:
    rows = [line.split(" | ") for line in lines.strip().splitlines()]
    return tuple(Pair(a.strip(), b.strip(), c.strip(), d.strip(), conflict) for a, b, c, d in rows)


CONFLICTS = _pairs(
    True,
    """
user | Use batches of 40 rows. | user | Use batches of 90 rows.
user | The timeout must be 30 seconds. | user | The timeout must be 45 seconds.
user | Never touch the invoices table. | user | You may touch the invoices table now.
user | Always run the linter before a commit. | user | Never run the linter before a commit.
user | Keep the old endpoint. | user | Remove the old endpoint.
user | Use Postgres for the queue. | user | Use Redis for the queue instead of Postgres.
user | Add a retry button to the header. | user | Drop the retry button from the header again.
user | Do not add new dependencies. | user | Add new dependencies where they help.
user | The report goes to the finance team. | user | The report must not go to the finance team.
user | Cap the upload at 500 MB. | user | Actually, cap the upload at 200 MB.
user | Log every request in the gateway. | user | Do not log every request in the gateway.
user | Deploy to the Oslo region first. | user | Deploy to the Madrid region first.
user | Name the branch feature/ledger. | user | Name the branch feature/receipts.
user | Keep comments out of the generated files. | user | Put comments into the generated files.
user | Set the cache lifetime to 10 minutes. | user | Set the cache lifetime to 2 hours.
user | The parser has to accept empty lines. | user | The parser must not accept empty lines.
user | Enable compression on the export. | user | Disable compression on the export.
agent | The server listens on port 8080. | agent | The server listens on port 9090.
agent | The index holds 1,204 documents. | agent | The index holds 1,377 documents.
agent | The cache is disabled in this build. | agent | The cache is enabled in this build.
agent | The worker reads the queue in order. | agent | The worker does not read the queue in order.
agent | The default locale is Norwegian. | agent | The default locale is Portuguese.
agent | The crash comes from the image decoder. | agent | The crash does not come from the image decoder.
agent | The schema has 14 tables. | agent | The schema has 17 tables.
agent | The token expires after 15 minutes. | agent | The token expires after 60 minutes.
agent | The config file is read at startup. | agent | The config file is never read at startup.
agent | The migration is reversible. | agent | The migration is irreversible.
agent | The field is required in the form. | agent | The field is optional in the form.
agent | The library is pinned to version 2.4.1. | agent | The library is pinned to version 3.0.0.
agent | The export takes 9 seconds. | agent | The export takes 31 seconds.
agent | The backup job runs on Mondays. | agent | The backup job runs on Fridays.
agent | The log directory exists. | agent | The log directory does not exist.
agent | All tests pass. | tool | 3 failed, 41 passed in 2.10s
agent | The build succeeds. | tool | error: build failed with 2 errors
agent | The lint run is clean. | tool | Found 7 errors.
agent | All 44 tests pass now. | tool | FAILED tests/test_ledger.py::test_sum - 1 failed, 43 passed
agent | The type check passes. | tool | Found 2 errors in 1 file (checked 18 source files)
agent | There are no failing tests left. | tool | 5 failed, 12 passed
tool | 44 passed in 3.02s | agent | Two of the tests fail.
tool | 2 failed, 42 passed | agent | All tests pass.
agent | The suite has 44 tests. | tool | 61 passed in 4.40s
agent | The tests are green. | tool | 1 failed, 8 passed in 0.91s
user | Only admins can delete a project. | user | Everyone can delete a project.
user | The sidebar stays on the left. | user | The sidebar moves to the right.
user | Round the totals to 2 decimals. | user | Round the totals to 4 decimals.
agent | The endpoint requires a key. | agent | The endpoint requires no key.
agent | The lock is released before the upload. | agent | The lock is released after the upload.
agent | The price includes the tax. | agent | The price excludes the tax.
""",
)

AGREEMENTS = _pairs(
    False,
    """
user | Use batches of 40 rows. | user | Use batches of 40 rows.
user | Use batches of 40 rows. | user | As I said, batches of 40 rows.
user | Never touch the invoices table. | user | Again: the invoices table must not be touched.
user | Never touch the invoices table. | user | Never touch the invoices table or the receipts table.
user | The timeout must be 30 seconds. | user | The retry limit must be 5.
user | Use a timeout of 30 seconds for uploads. | user | Use a timeout of 45 seconds for downloads.
user | Deploy to the Oslo region first. | user | Deploy to the Madrid region after that.
user | Use Postgres for the queue. | user | Use Redis for the cache.
user | Add a retry button to the header. | user | Add a close button to the header.
user | Do not add new dependencies. | user | No new dependencies, please.
user | Log every request in the gateway. | user | Do not log passwords in the gateway.
user | Keep the old endpoint. | user | Remove the old comments.
user | Always run the linter before a commit. | user | Run the tests before a commit too.
user | Cap the upload at 500 MB. | user | Should we cap the upload at 200 MB?
user | Set the cache lifetime to 10 minutes. | user | Set the session lifetime to 2 hours.
user | Set the limit to 50 in staging. | user | Set the limit to 500 in production.
user | Enable compression on the export. | user | Disable compression on the import.
user | Name the branch feature/ledger. | user | Name the pull request Ledger sums.
user | The parser has to accept empty lines. | user | The parser has to accept blank lines.
user | Do not commit yet. | user | Commit it now.
user | Read part 1 of the file. | user | Read part 2 of the file.
user | Fix issue 14 next. | user | Fix issue 15 next.
agent | The server listens on port 8080. | agent | The proxy listens on port 9090.
agent | The server listens on port 8080. | agent | The server listened on port 9090 before the change.
agent | The index holds 1,204 documents. | agent | The index now holds 1,377 documents.
agent | The cache is disabled in this build. | agent | I enabled the cache in this build.
agent | The test for the ledger fails. | agent | Fixed: the test for the ledger passes now.
agent | The worker reads the queue in order. | agent | The worker does not write the queue.
agent | The schema has 14 tables. | agent | The schema has 17 indexes.
agent | The schema has 14 tables. | agent | The schema has fourteen tables.
agent | The export takes 9 seconds. | agent | The export takes 9 s for 240 rows.
agent | The export takes 9 seconds. | agent | With batches the export would take 2 seconds.
agent | The token expires after 15 minutes. | agent | The token does not expire before 15 minutes.
agent | The config file is read at startup. | agent | The config file is not written at startup.
agent | The field is required in the form. | agent | The other field is optional in the form.
agent | The log directory exists. | agent | The cache directory does not exist.
agent | The log directory does not exist. | agent | I created the log directory, so it exists.
agent | The crash comes from the image decoder. | agent | The crash comes from the decoder of images.
agent | Step 1 of 5 is done. | agent | Step 2 of 5 is done.
agent | Reading file 3 of 12. | agent | Reading file 4 of 12.
agent | The library is pinned to version 2.4.1. | agent | The compiler is pinned to version 3.0.0.
agent | All tests pass. | tool | 44 passed in 3.02s
agent | Let me check whether all tests pass. | tool | 3 failed, 41 passed
agent | I expect all tests to pass after this. | tool | 1 failed, 43 passed
agent | All tests of the parser should pass. | tool | 2 failed, 9 passed
agent | The build succeeds. | tool | Finished release in 12.3s
tool | 2 failed, 42 passed | agent | Two tests fail.
tool | 3 failed, 41 passed | tool | 44 passed in 3.02s
tool | 44 passed in 3.02s | tool | 2 failed, 43 passed
user | The sidebar stays on the left. | user | The toolbar moves to the right.
user | Only admins can delete a project. | user | Everyone can open a project.
agent | The price includes the tax. | agent | The price excludes the shipping.
agent | If the flag is set, uploads are skipped. | agent | If the flag is not set, uploads are not skipped.
agent | The lock is released before the upload. | agent | The lock is taken before the upload.
user | Never push to main. | agent | I did not push to main.
user | What is the timeout, 30 seconds? | agent | The timeout is 45 seconds.
""",
)

PAIRS = CONFLICTS + AGREEMENTS
