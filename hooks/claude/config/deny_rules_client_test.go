package config_test

import (
	"os"
	"path/filepath"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

// TestClientHeedsDenyRules: what the client sees a tool write is refused, though
// the tools are allowed; what it does not see is not. docs/safety.md names both.
func TestClientHeedsDenyRules(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	dir := filepath.Join(lab.Home, "guarded")
	musttest.Do(t, os.MkdirAll(dir, 0o700))
	lab.Settings(lab.JSON(map[string]any{"permissions": map[string]any{
		"deny": config.DenyRules(lab.Home, dir), "allow": []string{"Bash", "Write", "Edit"},
	}}))
	bash := func(command string) ct.Turn {
		return ct.ToolUse("Bash", map[string]string{"command": command, "description": "try"})
	}
	forms := []struct {
		name    string
		turn    func(file string) ct.Turn
		refused bool
	}{
		{"Write", func(f string) ct.Turn { return ct.ToolUse("Write", map[string]string{"file_path": f, "content": "x"}) }, true},
		{"redirection", func(f string) ct.Turn { return bash("echo x > " + f) }, true},
		{"appending", func(f string) ct.Turn { return bash("echo x >> " + f) }, true},
		{"home", func(f string) ct.Turn { return bash("echo x > ~/guarded/" + filepath.Base(f)) }, true},
		{"tee", func(f string) ct.Turn { return bash("echo x | tee " + f) }, true},
		{"cp", func(f string) ct.Turn { return bash("cp /etc/hostname " + f) }, true},
		{"a variable", func(f string) ct.Turn { return bash("echo x > $HOME/guarded/" + filepath.Base(f)) }, false},
		{"dd", func(f string) ct.Turn { return bash("dd if=/etc/hostname of=" + f) }, false},
		{"ln", func(f string) ct.Turn { return bash("ln -s /etc/hostname " + f) }, false},
		{"another shell", func(f string) ct.Turn { return bash("bash -c 'echo x > " + f + "'") }, false},
		{"an interpreter", func(f string) ct.Turn { return bash(`perl -e 'open F, ">", shift' ` + f) }, false},
	}
	var turns []ct.Turn
	file := func(i int) string { return filepath.Join(dir, string(rune('a'+i))) }
	for i, form := range forms {
		turns = append(turns, form.turn(file(i)))
	}
	lab.Turns(append(turns, ct.Text("finished"))...)
	cmd := lab.Command("-p", "hello")
	musttest.Do(t, lab.Start(cmd))
	musttest.Do(t, cmd.Wait())
	results := lab.ToolResults()
	if len(results) != len(forms) {
		t.Fatalf("%d of %d calls: %+v", len(results), len(forms), results)
	}
	for i, form := range forms {
		if _, err := os.Lstat(file(i)); (err != nil) != form.refused {
			t.Errorf("%s: refused %v, want %v: %+v", form.name, err != nil, form.refused, results[i])
		}
	}
}
