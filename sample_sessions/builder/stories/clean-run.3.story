Part three: the work goes on as if nothing had happened.

@@ user
ok go on with the log
@@ task-list
@@ say
Task 9 is in progress: one line when the feed gets stale, one when it is back. The place that knows is `Poll`, but it only sees its own errors. The board knows the age, so the log goes there.
@@ read internal/board/board.go
@@ think
Board.Next is called for each request from http handlers concurrently → need sync for the "was stale" state. Use atomic.Bool. Log function injectable: Board.Log func(string).
@@ edit internal/board/board_test.go
func TestCut(t *testing.T) {
====
func TestNextLogsStaleOnceAndBackOnce(t *testing.T) {
	now := time.Date(2025, time.October, 20, 8, 0, 0, 0, berlin)
	b := boardAt(now, Departure{"b", "s", "08:30:00", "S2", "Werft", "2"})
	b.Clock = func() time.Time { return now }
	var lines []string
	b.Log = func(line string) { lines = append(lines, line) }
	b.Feed.Replace(nil, now)
	for range 3 {
		_, _ = b.Next()
	}
	now = now.Add(2 * time.Minute)
	for range 3 {
		_, _ = b.Next()
	}
	b.Feed.Replace(nil, now)
	for range 3 {
		_, _ = b.Next()
	}
	if len(lines) != 2 || lines[0] != "feed is stale" || lines[1] != "feed is back" {
		t.Errorf("got %q", lines)
	}
}

func TestCut(t *testing.T) {
@@ bash Run the board tests | exit=1
$ go test ./internal/board
# platformboard/internal/board [platformboard/internal/board.test]
internal/board/board_test.go:99:4: b.Log undefined (type *Board has no field or method Log)
FAIL	platformboard/internal/board [build failed]
FAIL
@@ edit internal/board/board.go
	Clock func() time.Time
}
====
	Clock func() time.Time
	Log   func(line string)

	wasStale atomic.Bool
}
@@ edit internal/board/board.go
func (b *Board) stale() bool {
	return b.Feed.Age(b.Clock()) > staleAfter
}
====
func (b *Board) stale() bool {
	return b.Feed.Age(b.Clock()) > staleAfter
}

// note logs a change between stale and back, once each.
func (b *Board) note() {
	stale := b.stale()
	if b.wasStale.Swap(stale) == stale || b.Log == nil {
		return
	}
	if stale {
		b.Log("feed is stale")
	} else {
		b.Log("feed is back")
	}
}
@@ edit internal/board/board.go
	now := b.Clock()
	today
====
	b.note()
	now := b.Clock()
	today
@@ edit internal/board/board.go
	"sort"
	"time"
====
	"sort"
	"sync/atomic"
	"time"
@@ bash Run the board tests, with the race detector
$ go test -race -v ./internal/board
{{tests internal/board/board_test.go}}
PASS
ok  	platformboard/internal/board	1.031s
@@ edit cmd/board/main.go
Feed: live, Clock: time.Now}
====
Feed: live, Clock: time.Now}
	b.Log = func(line string) { log.Print(line) }
@@ bash Build and run all tests
$ go vet ./... && go test ./...
?   	platformboard/cmd/board	[no test files]
ok  	platformboard/internal/board	0.006s
ok  	platformboard/internal/feed	(cached)
ok  	platformboard/internal/station	(cached)
ok  	platformboard/internal/timetable	(cached)
@@ think
At start: the feed never answered → Age infinite → logs "feed is stale" at the first request before the first poll completes. Acceptable? It'd log stale then back at every start. Slight noise; but true. Mention it.
@@ bash Commit
$ git commit -qam "Log once when the feed gets stale and once when it is back" && git log --oneline -1
aa05d91 Log once when the feed gets stale and once when it is back
@@ task 9 completed
@@ say
Committed as aa05d91. One thing to know: at the start of the process the feed has never answered, so a request in the first seconds logs "feed is stale" and then "feed is back". I think that is honest; say so if you want it quiet.
@@ task 6 in_progress
@@ read docs/display.md
@@ edit docs/display.md
The firmware of 2019 ignores
====
A `~` in front of the destination means that the feed is stale: it last answered more than 90 seconds ago.
The row then shows the planned time and the planned platform, with `d` at 0 and `x` at 0, whatever was known
before. The mark counts into the 18 characters. It goes away with the first answer of the feed.

The firmware of 2019 ignores
@@ bash Commit
$ git commit -qam "Explain the mark of a stale feed" && git log --oneline -1
5512fe3 Explain the mark of a stale feed
@@ task 6 completed
@@ say
`docs/display.md` explains the `~` (5512fe3). Last on the list is the memory on the old board server.
@@ turn-end
@@ user
quiet at the start is better, we restart them every night. only log stale if it was fresh before
@@ edit internal/board/board_test.go
func TestCut(t *testing.T) {
====
func TestNextIsQuietUntilTheFirstAnswer(t *testing.T) {
	now := time.Date(2025, time.October, 20, 8, 0, 0, 0, berlin)
	b := boardAt(now, Departure{"b", "s", "08:30:00", "S2", "Werft", "2"})
	var lines []string
	b.Log = func(line string) { lines = append(lines, line) }
	_, _ = b.Next()
	b.Feed.Replace(nil, now)
	_, _ = b.Next()
	if len(lines) != 0 {
		t.Errorf("got %q", lines)
	}
}

func TestCut(t *testing.T) {
@@ edit internal/board/board.go
	stale := b.stale()
	if b.wasStale
====
	if !b.Feed.Answered() {
		return
	}
	stale := b.stale()
	if b.wasStale
@@ edit internal/feed/feed.go
// Age is how long ago
====
// Answered tells whether the server ever did.
func (f *Feed) Answered() bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return !f.fetched.IsZero()
}

// Age is how long ago
@@ bash Run all tests
$ go test -v ./internal/board ./internal/feed
{{tests internal/board/board_test.go internal/feed/feed_test.go}}
PASS
ok  	platformboard/internal/board	0.006s
ok  	platformboard/internal/feed	0.003s
@@ bash Commit
$ git commit -qam "Keep quiet about a feed that has not answered yet" && git log --oneline -1
d9e3380 Keep quiet about a feed that has not answered yet
@@ task 7 in_progress
@@ bash Put the build on the old server beside the running one
$ GOOS=linux GOARCH=386 go build -o /tmp/board-new ./cmd/board && scp -q /tmp/board-new board-nordhafen:/tmp/ && ssh board-nordhafen 'systemd-run --user --unit=board-try /tmp/board-new -config /etc/board/nordhafen.toml -addr 127.0.0.1:8099 && free -m'
Running as unit: board-try.service
               total        used        free      shared  buff/cache   available
Mem:             241         118          31           2          91         112
Swap:            255          12         243
@@ say
The server reports 241 MB in all. The new build polls there on port 8099; I look again in an hour.
@@ turn-end
@@ pause 1h
@@ user
and?
@@ bash Memory after an hour
$ ssh board-nordhafen 'grep -E "VmRSS|VmHWM" /proc/$(systemctl --user show -p MainPID --value board-try)/status; journalctl --user -u board-try | tail -3'
VmHWM:	   27416 kB
VmRSS:	   21980 kB
Feb 03 16:31:07 board-nordhafen board-new[8112]: feed is stale
Feb 03 16:32:49 board-nordhafen board-new[8112]: feed is back
@@ bash Stop the trial
$ ssh board-nordhafen 'systemctl --user stop board-try && rm /tmp/board-new'
@@ task 7 completed
@@ say
After one hour the process needs 22 MB, 27 MB at its peak, of 241 MB. And the log showed what it should: the feed was stale at 16:31 for 102 seconds, one line when it went and one when it came back. The trial is stopped and removed. All nine tasks are done.
@@ turn-end
@@ user
perfect. I merge it myself tomorrow, thx
@@ say
Seven commits are on `fix/night-of-the-clocks`, from 4b1f7a9 to d9e3380, tests green, nothing pushed.
@@ turn-end
