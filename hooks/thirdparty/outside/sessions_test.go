//go:build linux

package outside

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"neverask/settings/must"
)

func TestSessions(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, age time.Duration) {
		path := filepath.Join(dir, name)
		must.Write(t, path, content)
		must.Do(t, os.Chtimes(path, time.Time{}, time.Now().Add(-age)))
	}
	// Without a file for each process, what is written to is a session.
	write("projects/p/old.jsonl", "", time.Hour)
	write("projects/p/new.jsonl", "", time.Second)
	if found := Sessions(dir, time.Now()); len(found) != 1 || found[0].PID != 0 || filepath.Base(found[0].Transcript) != "new.jsonl" {
		t.Errorf("got %+v", found)
	}

	stat, err := os.ReadFile("/proc/self/stat")
	must.Do(t, err)
	start := string(bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])[19])
	ns, err := os.Readlink("/proc/self/ns/pid")
	must.Do(t, err)
	file := func(pid int, start, domain string) string {
		return fmt.Sprintf(`{"pid":%d,"cwd":"/p","startedAt":1795251766437,"procStart":%q,"version":"2.1.329","pidDomain":%q}`, pid, start, domain)
	}
	pid := os.Getpid()
	for name, content := range map[string]string{
		"1.json":    file(pid, start, "linux:x:"+ns),
		"1.abc.key": file(pid, start, ""),
		"2.json":    file(pid, "1", "linux:x:"+ns), // another process has its number now
		"3.json":    file(1<<22+1, start, ""),
		"4.json":    `not JSON`,
		"5.json":    file(1, "7", "linux:x:pid:[1]"), // in another container, long ago
	} {
		write("sessions/"+name, content, time.Hour)
	}
	found := Sessions(dir, time.Now())
	if len(found) != 1 || found[0] != (Session{pid, "/p", "2.1.329", time.UnixMilli(1795251766437), ""}) {
		t.Errorf("got %+v", found)
	}
	write("sessions/6.json", file(1, "7", "linux:x:pid:[1]"), time.Second)
	if found = Sessions(dir, time.Now()); len(found) != 2 {
		t.Errorf("the session in another container is missing: %+v", found)
	}
}
