Part two: the native summary. It keeps close to the words of the session and is right in everything.

@@ compact manual
Summary:
1. Primary Request and Intent:
   - The boards at Nordhafen showed every departure one hour late in the night the clocks went back (26 October). Find out why, write a test that shows it before you fix it.
   - Use the zone of the station file everywhere, never the zone of the server.
   - Do not change the fields of /rows.json, the boards run firmware from 2019.
   - Platform changes: show the new platform in p, just the new platform.
   - Stale feeds: the board has to know how old the feed is. Make stale 90 seconds, not 60.

2. Key Technical Concepts:
   - Stop times count from noon minus 12 hours.
   - The server runs in UTC.
   - The old board server has 256 MB.

3. Files and Code Sections:
   - `internal/timetable/day.go`: `Start` is the instant from which stop times count, noon minus 12 hours.
   - `cmd/board/main.go`: the board gets `st.Zone` instead of `time.Local`.
   - `Row.P` in `internal/board/board.go` is the platform that the feed names, and the planned one when it names none.
   - `staleAfter` is 90 seconds.
   - `Age` in `internal/feed/feed.go` is how long ago the server last answered.
   - `internal/station/load.go`: the feed client has a timeout of 8 seconds.

4. Errors and fixes:
   - `Day.Start` was local midnight, but stop times count from noon minus 12 hours, and on 26 October the two are one hour apart.
   - `cmd/board/main.go` gave the board `time.Local`, so the zone in the station file was never used.
   - `DayOf` subtracted four hours of real time, so the night trains of the 25th left the board one hour early.
   - `internal/station/load.go` used `http.Get`, which has no timeout.
   - There was a change in `board_test.go` that I did not make: `!=` became `==` in `TestNextDropsWhatHasLeft`. The user reverted it.

5. Problem Solving:
   - What should the rows show when the feed is stale? Planned times only, and put a ~ in front of the destination so that people see it.
   - No new dependencies, go.mod stays as it is. Board.Clock is a func, that is enough.
   - A feed of exactly 90 seconds is believed.
   - I would give the client a timeout of 8 seconds, below the 10 seconds between two polls. Do it, 8 seconds is fine.

6. All user messages:
   - "the boards at Nordhafen showed every departure one hour late in the night the clocks went back (26 October), from midnight until the first morning train. Find out why, write a test that shows it before you fix it."
   - "ok makes sense. use the zone of the station file everywhere, never the zone of the server. And do not change the fields of /rows.json, the boards run firmware from 2019"
   - "great. next thing: platform changes. the feed has them (Update.Platform), the board ignores them. Show the new platform in p, and the old firmware can blink a row when d is negative, so no, don't use that. just the new platform"
   - "now stale feeds. last week the feed hung for 25 minutes and the boards cheerfully showed "on time". the board has to know how old the feed is. stale means older than 60 seconds"
   - "no new dependencies, go.mod stays as it is. Board.Clock is a func, that is enough"
   - "oops yes, that was me, I was trying something. reverted it. also: make stale 90 seconds, not 60. the feed is often 70 late in the morning peak"
   - "nice. two more for later today: docs/display.md has to explain the ~, and I want to know how much memory the process needs on the old board server (it has 256 MB). Put them on the list. First tell me whether Poll can hang"
   - "do it, 8 seconds is fine. And log once when the feed gets stale and once when it is back, not every ten seconds"

7. Pending Tasks:
   - Log once when the feed gets stale and once when it is back (in progress)
   - Explain the ~ in docs/display.md (pending)
   - Measure memory on the old board server (pending)

8. Current Work:
   The feed client with a timeout of 8 seconds is committed as c7742fa. Next is the log: once when the feed gets stale, once when it is back.

9. Optional Next Step:
   Log once when the feed gets stale and once when it is back, not every ten seconds.
