package main

import (
	"os/exec"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestLinksLittle keeps the hook small: what it does not link cannot cost
// start-up time or open a connection.
func TestLinksLittle(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	musttest.Do(t, err)
	allowed := map[string]bool{
		"neverask/cmd/neverask-hook": true, "neverask/hooks": true, "neverask/hooks/record/answers": true, "neverask/hooks/record/eventlog": true, "neverask/hooks/off": true, "neverask/hooks/rule/safety": true, "neverask/hooks/rule/safety/shell": true,
		"neverask/settings/saferead": true, "neverask/settings/jsontext": true, "neverask/settings/ownfile": true, "github.com/gofrs/flock": true, "golang.org/x/sys/unix": true, "neverask/hooks/claude/bash": true, "mvdan.cc/sh/v3/fileutil": true, "mvdan.cc/sh/v3/syntax": true,
		"neverask/hooks/paths": true, "neverask/hooks/rule/question": true, "neverask/hooks/rule/wording": true, "neverask/hooks/rule/toolrule": true, "neverask/hooks/rule/standinganswer": true, "neverask/hooks/program": true,
		"neverask/hooks/redact": true, "neverask/hooks/rule/strictjson": true, "neverask/settings/worktree": true, "golang.org/x/text/transform": true, "golang.org/x/text/unicode/norm": true,
	}
	forbidden := map[string]bool{"os/exec": true, "net": true, "encoding/json": true, "text/template": true, "os/signal": true}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		own := strings.Contains(name, ".") || strings.HasPrefix(name, "neverask/")
		if own && !allowed[name] || forbidden[name] {
			t.Errorf("the hook links %s", name)
		}
	}
}
