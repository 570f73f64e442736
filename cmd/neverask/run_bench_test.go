//go:build linux

package main

import (
	"bytes"
	"os/exec"
	"slices"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
)

// BenchmarkClientRun compares a run with the client alone: the client as it is,
// the client when it speaks the protocol with somebody who costs nothing, and the
// run. The overhead of a run is the difference of the last two. All three take
// turns, so that the load of the machine meets them alike.
func BenchmarkClientRun(b *testing.B) {
	dir := cmdtest.Programs(b)
	l := ct.New(b)
	prompt := []byte(`{"type":"control_request","request_id":"req_1","request":{"subtype":"initialize"}}` + "\n" +
		`{"type":"user","session_id":"","message":{"role":"user","content":"hello"},"parent_tool_use_id":null}` + "\n")
	measure := func(stdin []byte, argv ...string) time.Duration {
		cmd := exec.Command(argv[0], argv[1:]...)
		l.Adopt(cmd)
		cmd.Stdin = bytes.NewReader(stdin)
		start := time.Now()
		if err := l.Start(cmd); err != nil {
			b.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	var plain, protocol, run []time.Duration
	for b.Loop() {
		client := l.Command("-p", "hello").Args
		plain = append(plain, measure(nil, client...))
		protocol = append(protocol, measure(prompt, append(client, "--input-format", "stream-json", "--output-format", "stream-json", "--verbose",
			"--permission-prompt-tool", "stdio")...))
		run = append(run, measure(nil, append([]string{dir + "/neverask", "run", "--"}, client...)...))
	}
	median := func(all []time.Duration) float64 {
		slices.Sort(all)
		return all[len(all)/2].Seconds() * 1000
	}
	b.ReportMetric(median(plain), "plain-ms")
	b.ReportMetric(median(protocol), "protocol-ms")
	b.ReportMetric(median(run), "run-ms")
	b.ReportMetric(median(run)-median(protocol), "overhead-ms")
	b.ReportMetric(median(run)/median(protocol), "ratio")
}
