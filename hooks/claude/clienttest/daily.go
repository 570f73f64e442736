package clienttest

import (
	"flag"
	"hash/fnv"
	"os"
	"testing"
	"time"
)

// Whole makes tests compare whole tables with the client.
var Whole = flag.Bool("client.whole", false,
	"compare all of each table with the client, rather than a part that changes daily")

// allVariable, set to 1, runs the tests of all days.
const allVariable = "NEVERASK_TEST_ALL"

// today is the number of the day.
var today = int(time.Now().Unix() / (24 * 60 * 60))

// Part reports whether row i of a table is compared with the client today: every n-th row, so
// that each has its turn within n days, or all rows with -client.whole.
func Part(i, n int) bool { return *Whole || (i+today)%n == 0 }

// Daily skips a test on all but every n-th day, so that each day runs a part of a package's
// tests; NEVERASK_TEST_ALL=1 or -client.whole run them all.
func Daily(t testing.TB, n int) {
	t.Helper()
	h := fnv.New32a()
	h.Write([]byte(t.Name()))
	if os.Getenv(allVariable) != "1" && !Part(int(h.Sum32()%1024), n) {
		t.Skipf("its turn is on another day; %s=1 runs it today", allVariable)
	}
}
