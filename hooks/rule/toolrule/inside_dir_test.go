package toolrule

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
)

func TestWithin(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	musttest.Do(t, err)
	for _, dir := range []string{"project/sub", "other", "project2", "home/project"} {
		musttest.Do(t, os.MkdirAll(filepath.Join(root, dir), 0o700))
	}
	for link, to := range map[string]string{
		"project/out": "../other", "project/dangling": "../other/new.txt", "project/in": "sub", "alias": "project",
		"project/loop": "loop", "other/back": filepath.Join(root, "project/sub/new.txt"),
	} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip(err)
		}
	}
	in := func(path string) string { return filepath.Join(root, path) }
	for _, tt := range []struct {
		path string
		want string // within, not within, or neither
	}{
		{in("project/a.txt"), "within"},
		{in("project"), "within"},
		{in("project/new/dir/a.txt"), "within"},
		{in("project/in/a.txt"), "within"},
		{in("alias/a.txt"), "within"},
		{"a.txt", "within"},
		{"sub/../a.txt", "within"},
		{in("other/back"), "within"},
		{in("project2/a.txt"), "not"},
		{in("other/a.txt"), "not"},
		{in("project/../other/a.txt"), "not"},
		{in("project/out/a.txt"), "not"},
		{in("project/dangling"), "not"},
		{"../other/a.txt", "not"},
		{"~/a.txt", "not"},
		{"~", "not"},
		{"/", "not"},
		{"~user", "within"}, // a name like any other for the client's own tools
		{in("project/loop"), ""},
		{"a\x00b", ""},
	} {
		at := Situation{Project: in("project"), Cwd: in("project"), Home: in("home")}
		set := New(list(t,
			`{"id":"within","tool":"Write","act":"context","message":"m","when":[{"field":"file_path","within":"project"}]}`,
			`{"id":"not","tool":"Write","act":"context","message":"m","when":[{"field":"file_path","within":"project","not":true}]}`))
		input := parse(t, fmt.Sprintf(`{"file_path":%s}`, quote(tt.path)))
		got := ""
		for _, id := range set.Decide(Call{"Write", input}, at, nil).Rules {
			got += id
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.path, got, tt.want)
		}
	}
}

func TestWithinNamedDirectory(t *testing.T) {
	dir := t.TempDir()
	set := New(list(t, `{"id":"r","tool":"Write","act":"deny","message":"m","when":[{"field":"file_path","within":`+quote(dir)+`}]}`))
	for path, want := range map[string]Act{filepath.Join(dir, "a"): Deny, filepath.Dir(dir): ""} {
		if d := set.Decide(Call{"Write", parse(t, `{"file_path":`+quote(path)+`}`)}, Situation{}, nil); d.Act != want {
			t.Errorf("%s: %q", path, d.Act)
		}
	}
	// Where the project is not known, nothing is in it and nothing is out of it.
	set = New(list(t, `{"id":"r","tool":"Write","act":"deny","message":"m","when":[{"field":"file_path","within":"project","not":true}]}`))
	for _, path := range []string{"a", "/a"} {
		if d := set.Decide(Call{"Write", parse(t, `{"file_path":`+quote(path)+`}`)}, Situation{}, nil); d.Act != "" {
			t.Errorf("%s: %q", path, d.Act)
		}
	}
}
