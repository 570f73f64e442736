package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings/musttest"
)

// TestFollow: questions are printed once, when they are settled, while the
// client goes on writing.
func TestFollow(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	transcript := filepath.Join(home, ".claude", "projects", "-work", "s1.jsonl")
	musttest.Do(t, os.MkdirAll(filepath.Dir(transcript), 0o700))
	write := func(lines string) {
		t.Helper()
		f, err := os.OpenFile(transcript, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = f.WriteString(lines)
			f.Close()
		}
		musttest.Do(t, err)
	}
	ask := func(id string) string {
		return `{"type":"assistant","timestamp":"2026-01-01T06:00:00Z","message":{"content":[{"type":"tool_use","id":"` + id +
			`","name":"AskUserQuestion","input":{"questions":[{"question":"Q ` + id + `?","options":[{"label":"Yes"},{"label":"No"}]}]}}]}}` + "\n"
	}
	answer := func(id string) string {
		return `{"type":"user","timestamp":"2026-01-01T06:00:09Z","message":{"content":[{"type":"tool_result","tool_use_id":"` + id +
			`"}]},"toolUseResult":{"answers":{"Q ` + id + `?":"Yes"},"annotations":{}}}` + "\n"
	}
	write(ask("toolu_1") + answer("toolu_1") + ask("toolu_2") + answer("toolu_2") + ask("toolu_3"))

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, stdout := io.Pipe()
	a := &cli.App{Stdout: stdout, Stderr: io.Discard, Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }}
	ended := make(chan int, 1)
	go func() { ended <- execute(ctx, a, []string{"log", "--questions", "--follow", "--json", "--limit", "2"}) }()
	lines := bufio.NewScanner(out)
	next := func() (q cli.QuestionJSON) {
		t.Helper()
		got := make(chan bool, 1)
		go func() { got <- lines.Scan() }()
		select {
		case <-got:
		case <-time.After(time.Minute):
			t.Fatal("nothing is printed")
		}
		musttest.Do(t, json.Unmarshal(lines.Bytes(), &q))
		return q
	}
	// Of the newest two, one still waits for its answer.
	if q := next(); q.Question != "Q toolu_2?" || q.Answer != "Yes" {
		t.Errorf("got %+v", q)
	}
	write(ask("toolu_4") + answer("toolu_4"))
	if q := next(); q.Question != "Q toolu_4?" {
		t.Errorf("got %+v", q)
	}
	write(answer("toolu_3"))
	if q := next(); q.Question != "Q toolu_3?" {
		t.Errorf("got %+v", q)
	}
	cancel()
	go func() { _, _ = io.Copy(io.Discard, out) }()
	if code := <-ended; code != cli.Stopped {
		t.Errorf("exit code %d", code)
	}
}
