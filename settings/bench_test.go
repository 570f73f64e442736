//go:build unix

package settings

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// large returns a settings file with so many hooks: 1 MB with 2,000.
func large(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"hooks\": {\n    \"PreToolUse\": [\n")
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "      {\n        \"matcher\": \"Tool%d\",\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"/opt/%s/hook-%d\",\n            \"timeout\": 5\n          }\n        ]\n      }", i, strings.Repeat("x", 300), i)
	}
	b.WriteString("\n    ]\n  }\n}\n")
	return b.String()
}

// BenchmarkApply installs three entries into settings files of several sizes,
// from reading to the receipt. Its ratio metrics compare that with copying the
// file and syncing the copy, by cp and in this process, alternating in one run.
func BenchmarkApply(b *testing.B) {
	for _, size := range []struct {
		name  string
		hooks int
	}{{"1KB", 2}, {"100KB", 200}, {"1MB", 2000}} {
		b.Run(size.name, func(b *testing.B) { benchmarkApply(b, large(size.hooks)) })
	}
}

func benchmarkApply(b *testing.B, settings string) {
	b.Helper()
	dir := b.TempDir()
	path, dup := filepath.Join(dir, "settings.json"), filepath.Join(dir, "copy.json")
	content := []byte(settings)
	store := NewStore(filepath.Join(dir, "state"), time.Now)
	var ours, cp, inProcess time.Duration
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		musttest.Do(b, os.WriteFile(path, content, 0o600))
		ours += timed(b, func() error { return install(store, path) })
		cp += timed(b, func() error { return copyByCommand(path, dup) })
		inProcess += timed(b, func() error { return copySynced(path, dup) })
	}
	b.ReportMetric(float64(ours)/float64(cp), "x-cp+fsync")
	b.ReportMetric(float64(ours)/float64(inProcess), "x-copy+fsync")
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N), "us-apply")
	b.ReportMetric(float64(cp.Microseconds())/float64(b.N), "us-cp")
}

func timed(b *testing.B, f func() error) time.Duration {
	b.Helper()
	start := time.Now()
	musttest.Do(b, f())
	return time.Since(start)
}

func install(store *Store, path string) error {
	f, err := Load(path)
	if err != nil {
		return err
	}
	doc := f.Document
	for _, event := range []string{"PreToolUse", "PostToolUse", "PostToolUseFailure"} {
		if doc, err = doc.Append(Path{"hooks", event}, group); err != nil {
			return err
		}
	}
	_, err = store.Apply(context.Background(), f.Plan(doc), "install")
	return err
}

func copyByCommand(from, to string) error {
	if err := exec.Command("cp", from, to).Run(); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

func copySynced(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Sync()
}
