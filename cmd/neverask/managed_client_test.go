//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
)

// TestClientWithManagedSettings rolls out what export writes: the client answers
// a person without settings, by the preferences that came with it, even where
// only managed hooks may run. In the client's mount namespace /etc is a copy.
func TestClientWithManagedSettings(t *testing.T) {
	l := newLab(t)
	dir := l.plugin()
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	out := filepath.Join(l.Root, "out")
	l.neverask("export", "managed", out, "--os", "linux", "--plugin", dir)
	rolled, err := os.ReadFile(filepath.Join(out, "preferences", "preferences.json"))
	if err != nil {
		t.Fatal(err)
	}
	l.write("../etc-more/only.json", `{"allowManagedHooksOnly":true}`)
	etc := filepath.Join(l.Root, "etc")
	for _, args := range [][]string{
		{"cp", "-a", "/etc", etc}, {"mkdir", "-p", etc + "/claude-code"}, {"cp", "-r", out + "/managed-settings.d", etc + "/claude-code/"},
		{"cp", l.Root + "/etc-more/only.json", etc + "/claude-code/managed-settings.d/60-only.json"},
		{"rm", "-r", l.Home + "/.config"},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	l.preferences(string(rolled))

	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	cmd := l.Command("-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--permission-prompt-tool", "stdio")
	cmd.Args = append([]string{"unshare", "-m", "/bin/sh", "-c", `mount --bind "$1" /etc && shift && exec "$@"`, "sh", etc, cmd.Path}, cmd.Args[1:]...)
	if cmd.Path, err = exec.LookPath("unshare"); err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := l.Start(cmd); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(in, `{"type":"user","session_id":"","parent_tool_use_id":null,"message":{"role":"user","content":"hello"}}`)
	l.WaitRequest("the answer", func(ct.Request) bool { return len(l.ToolResults()) == 1 })
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("the client: %v\n%s", err, said.String())
	}
	r := l.ToolResults()[0]
	l.says(r, `"`+library+`"="moment"`)
	if _, err := os.Stat(l.SettingsPath()); !os.IsNotExist(err) {
		t.Errorf("there is a settings file: %v", err)
	}
}
