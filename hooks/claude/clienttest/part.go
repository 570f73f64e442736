package clienttest

import (
	"flag"
	"time"
)

// Whole has tests hold all of a table against the client.
var Whole = flag.Bool("client.whole", false, "hold all of each table against the client, and not a part that is another one each day")

// today counts days.
var today = int(time.Now().Unix() / (24 * 60 * 60))

// Part reports whether row i of a table is held against the client today: each n-th, so that all
// have had their turn after n days, or all of them with -client.whole.
func Part(i, n int) bool { return *Whole || (i+today)%n == 0 }
