package doctor

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFailing: the commands of settings fail as those of hooks do, behind them; what works, and
// what is no command, does not.
func TestFailing(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	o := Options{Planner: fixture(t, root), Env: []string{"PATH=" + os.Getenv("PATH")}}
	put(t, root, userFile, `{"statusLine": {"type": "command", "command": "true"}}`)
	if all := o.Failing(o.Planner.Sources()); len(all) > 0 || Failed(all) != "hook" {
		t.Errorf("got %+v", all)
	}
	put(t, root, userFile, `{"statusLine": {"type": "command", "command": "~/gone.sh"}, "apiKeyHelper": "/none/key", "hooks": `+
		`{"Stop": [{"hooks": [{"type": "command", "command": "/none/bell"}]}]}}`)
	all := o.Failing(o.Planner.Sources())
	home := filepath.Join(root, "home")
	if len(all) != 3 || all[0].Why != "/none/bell is not there" || all[1].Why != "statusLine: "+home+"/gone.sh is not there" || all[2].Why != "apiKeyHelper: /none/key is not there" {
		t.Errorf("got %+v", all)
	}
	put(t, root, userFile, `{"disableAllHooks": true, "statusLine": {"type": "command", "command": "/none/line"}, "apiKeyHelper": "/none/key",`+
		`"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/none/bell"}, {"type": "command", "command": "true"}]}]}}`)
	off := o.Failing(o.Planner.Sources())
	if len(off) != 3 || off[0].Why != "statusLine: /none/line is not there"+Moot || off[1].Why != "apiKeyHelper: /none/key is not there" || off[2].Why != "/none/bell is not there"+Moot {
		t.Errorf("while all hooks are off: %+v", off)
	}
	if Failed(all[:1]) != "hook" || Failed(all) != "command" {
		t.Errorf("they are called %s and %s", Failed(all[:1]), Failed(all))
	}
}
