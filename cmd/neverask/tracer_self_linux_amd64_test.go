package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"neverask/settings/musttest"
)

// sh returns a program that makes files, as a test wants it.
func sh(t *testing.T, script string) Program {
	t.Helper()
	dir := t.TempDir()
	return Program{Path: "/bin/sh", Args: []string{"-c", script}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: dir, Below: dir, Stdin: "input\n"}
}

func (p Program) content(name string) string {
	b, err := os.ReadFile(filepath.Join(p.Below, name))
	if err != nil {
		return err.(*os.PathError).Err.Error()
	}
	return string(b)
}

const twoFiles = `read line; echo "$line" > a; mv a b; mkdir d; ln b d/c; rm b; echo done; echo oops >&2; exit 3`

func TestKillAndFail(t *testing.T) {
	for _, tt := range []struct {
		at     string
		action Action
		file   string
		want   string
		exit   int
	}{
		{"rename", Kill(), "a", "input\n", -1},
		{"rename", Kill(), "b", "no such file or directory", -1},
		{"write", Kill(), "a", "inp", -1},
		{"write", Fail(syscall.ENOSPC), "d/c", "", 3},
		{"rename", Fail(syscall.EIO), "a", "input\n", 3},
		{"rename", FailAfter(syscall.EIO), "d/c", "input\n", 3},
		{"mkdir", Fail(syscall.EDQUOT), "b", "no such file or directory", 3},
	} {
		p := sh(t, twoFiles)
		r, err := p.Run(func(op Op) Action {
			if op.Name == tt.at {
				return tt.action
			}
			return Action{}
		})
		musttest.Do(t, err)
		if got := p.content(tt.file); got != tt.want || r.Exit != tt.exit {
			t.Errorf("%+v at %s: %s holds %q, exit %d\n%s", tt.action, tt.at, tt.file, got, r.Exit, r.Stderr)
		}
	}
}

func TestCut(t *testing.T) {
	p := sh(t, "")
	for name, content := range map[string]string{"old": "old", "kept": "kept"} {
		musttest.Do(t, os.WriteFile(filepath.Join(p.Below, name), []byte(content), 0o640))
	}
	p.Args = []string{"-c", `echo input > new; sync new; mv new old; echo lost > unsynced; mkdir d; echo x > d/x; sync d/x; sync .`}
	tape, err := NewTape(p.Below)
	musttest.Do(t, err)
	p.Tape = tape
	if _, err := p.Run(func(Op) Action { return Action{} }); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		n     int
		names Names
		want  string
	}{
		{0, Lazy, "kept=kept old=old"},
		{2, Eager, "kept=kept new= old=old"},
		{3, Eager, "kept=kept new=input\n old=old"},
		{3, Lazy, "kept=kept old=old"},
		{4, Eager, "kept=kept old=input\n"},
		{4, Journaled, "kept=kept new=input\n old=old"},
		{tape.Len(), Eager, "d= d/x=x\n kept=kept old=input\n unsynced="},
		{tape.Len(), Journaled, "d= d/x=x\n kept=kept old=input\n unsynced="},
		{tape.Len(), Lazy, "d= kept=kept old=input\n unsynced="},
	} {
		cut := tape.Cut(tt.n, tt.names)
		var files []string
		for _, name := range slices.Sorted(maps.Keys(cut)) {
			files = append(files, name+"="+cut[name].Content)
		}
		if got := strings.Join(files, " "); got != tt.want {
			t.Errorf("cut at %d, %d: %q, want %q\n%s", tt.n, tt.names, got, tt.want, tape)
		}
		musttest.Do(t, cut.Write(p.Below))
		if now, err := readTree(p.Below); err != nil || !now.Same(cut) {
			t.Errorf("after writing the tree, %v is there: %v", now, err)
		}
	}
}
