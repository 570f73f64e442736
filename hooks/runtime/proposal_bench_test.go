//go:build unix

package runtime

import (
	"testing"
	"time"
)

// BenchmarkAcceptedProposal answers by the rule of a project, whose file is
// compared with the accepted copy.
func BenchmarkAcceptedProposal(b *testing.B) {
	w, dir, _ := repository(b, true, "")
	w.run(in(dir, pre(tests)))
	time.Sleep(200 * time.Millisecond)
	w.clock = time.Now()
	w.run(in(dir, pre(tests)))
	benchmarkIn(b, w.home, dir)
}
