package clienttest

import (
	"os"
	"path/filepath"
	"strings"

	"neverask/settings/musttest"
)

// recorder is a hook that records its name and what it ran for. Thousands run, so it starts no
// process.
const recorder = `read -r line
value=
f() {
	value=${line#*\"$1\":\"}
	[ "$value" != "$line" ] || value=\"
	value=${value%%\"*}
}
f hook_event_name
event=$value
case $event in
SessionStart|ConfigChange) name=source ;;
SessionEnd) name=reason ;;
Subagent*) name=agent_type ;;
Notification) name=notification_type ;;
Setup|P*Compact) name=trigger ;;
UserPromptExpansion) name=command_name ;;
InstructionsLoaded) name=load_reason ;;
P*ModelSwitch) name=to_model ;;
*) name=TOOL ;;
esac
f $name
printf '%s\t%s\t%s\t%s\n' "$1" "$event" "$value" "$PWD" >>"$HOME/fired"`

// Recorder creates a program for use as a hook, and returns its path. Each run appears in
// [Lab.Runs], with its first argument as the name. tool is the input member that says which
// tool call it ran for, such as "tool_name".
func (lab *Lab) Recorder(tool string) string {
	lab.t.Helper()
	return lab.Script("record.sh", strings.Replace(recorder, "TOOL", tool, 1))
}

// A Run is a run of a recorder.
type Run struct {
	Name string
	// Event happened; matchers are compared with Value.
	Event, Value string
	Dir          string // where it ran
}

// Runs returns the runs of recorders since the last [Lab.ForgetRuns]. A session that continues
// may still be writing.
func (lab *Lab) Runs() (all []Run) {
	lab.t.Helper()
	b, _ := os.ReadFile(lab.runsFile()) // missing before the first
	for line := range strings.Lines(string(b)) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 {
			all = append(all, Run{f[0], f[1], f[2], f[3]})
		}
	}
	return all
}

// ForgetRuns empties [Lab.Runs].
func (lab *Lab) ForgetRuns() {
	lab.t.Helper()
	musttest.Do(lab.t, os.RemoveAll(lab.runsFile()))
}

func (lab *Lab) runsFile() string { return filepath.Join(lab.Home, "fired") }
