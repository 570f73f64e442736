package clienttest

import (
	"flag"
	"hash/fnv"
	"os"
	"testing"
	"time"
)

// Whole has tests hold all of a table against the client.
var Whole = flag.Bool("client.whole", false, "hold all of each table against the client, and not a part that is another one each day")

// allVariable, set to 1, runs the tests of all days.
const allVariable = "NEVERASK_TEST_ALL"

// today counts days.
var today = int(time.Now().Unix() / (24 * 60 * 60))

// Part reports whether row i of a table is held against the client today: each n-th, so that all
// have had their turn after n days, or all of them with -client.whole.
func Part(i, n int) bool { return *Whole || (i+today)%n == 0 }

// Daily skips a test on all but each n-th day. Of the tests of a package it is the turn of a part
// each day, or of all with NEVERASK_TEST_ALL=1 or -client.whole.
func Daily(t testing.TB, n int) {
	t.Helper()
	h := fnv.New32a()
	h.Write([]byte(t.Name()))
	if os.Getenv(allVariable) != "1" && !Part(int(h.Sum32()%1024), n) {
		t.Skipf("its turn is on another day; %s=1 runs it today", allVariable)
	}
}
