//go:build linux

package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

// slots are settings files that one session of the client reads, each for itself: what is
// wrong with one is no matter to the others.
var slots = []string{"home/.claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"}

// TestClientAgreesOnFiles: of each file of files.tsv the client uses exactly as much as
// the table says, and all that the table says once it is repaired.
func TestClientAgreesOnFiles(t *testing.T) {
	var all []fileSample
	kinds := map[config.Extent]bool{} // of which the gate takes one each
	for _, s := range fileSamples(t) {
		if *ct.Whole || !kinds[s.unused] {
			all = append(all, s)
		}
		kinds[s.unused] = true
	}
	var seen sync.Map // repaired files that the client has run
	const labs = 2
	for n := range labs {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			f := newFiles(t)
			i := 0
			for some := range slices.Chunk(all, len(slots)) {
				if i++; i%labs == n {
					f.agree(t, some, &seen)
				}
			}
		})
	}
}

// files is a lab for settings files of which hooks run.
type files struct {
	lab      *ct.Lab
	recorder string
	args     []string
}

func newFiles(t *testing.T) files {
	t.Helper()
	lab := ct.New(t)
	f := files{lab: lab, recorder: lab.Recorder("tool_name")}
	// What a settings file has in "env" reaches the hooks of another one.
	on := lab.Script("on.sh", `printf '%s\t\t\t\n' "on $SLOT_0" "on $SLOT_1" "on $SLOT_2" >>"$HOME/fired"`)
	f.args = []string{"hello", "--permission-mode=default", "--allowedTools=Bash", "--settings",
		lab.JSON(map[string]any{"hooks": map[string]any{"UserPromptSubmit": []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": on}}}}}})}
	return f
}

// write puts a text into a slot. Its hooks are known by the number of the slot.
func (f files) write(t *testing.T, slot int, text string) {
	t.Helper()
	text = strings.NewReplacer("RECORD ", fmt.Sprintf("%s %d", f.recorder, slot), `"LAB_SETTING": "on"`, fmt.Sprintf(`"SLOT_%d": "%d"`, slot, slot)).Replace(text)
	path := filepath.Join(f.lab.Root, slots[slot])
	musttest.Write(t, path, text)
}

// session runs the client, and returns for each slot the letters of the hooks that ran
// and whether its settings were used.
func (f files) session() (ran [3]string, used [3]bool) {
	f.lab.ForgetRuns()
	f.lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	f.lab.Headless(strings.NewReader(""), f.args...)
	for _, r := range f.lab.Runs() {
		for slot := range slots {
			letter, here := strings.CutPrefix(r.Name, fmt.Sprint(slot))
			if here && !strings.Contains(ran[slot], letter) {
				ran[slot] += letter
			}
			used[slot] = used[slot] || r.Name == fmt.Sprintf("on %d", slot)
		}
	}
	return ran, used
}

// observed returns what of a file the client has not used.
func observed(ran string, used bool, want config.Extent) config.Extent {
	runs := func(letter string) bool { return strings.Contains(ran, letter) }
	switch {
	case !used:
		return config.OffFile
	case !runs("F"):
		return config.OffHooks
	case !runs("E"):
		return "event PreToolUse"
	case !runs("G"):
		return config.OffGroup
	case !runs("B"):
		return config.OffHook
	case want == config.OffEvent && !runs("D"):
		return config.OffEvent
	}
	return config.OffNothing
}

func (f files) agree(t *testing.T, some []fileSample, seen *sync.Map) {
	t.Helper()
	for slot := range slots {
		text := "{}"
		if slot < len(some) {
			text = some[slot].files[userFile]
		}
		f.write(t, slot, text)
	}
	ran, used := f.session()
	for slot, s := range some {
		if got := observed(ran[slot], used[slot], s.unused); got != s.unused {
			t.Errorf("%s: the client does not use %q, want %q; it runs %q", s.name, got, s.unused, ran[slot])
		}
	}
	o := Options{Planner: newPlanner(t, f.lab.Home, f.lab.Project), Env: []string{"PATH=/usr/bin:/bin"}}
	if len(repairAll(t, o)) == 0 || f.known(some, seen) {
		return
	}
	ran, used = f.session()
	for slot, s := range some {
		if s.left == "-" {
			continue
		}
		if got := sorted(ran[slot]); !used[slot] && strings.Contains(s.files[userFile], "LAB_SETTING") || got != sorted(s.left) {
			text, _ := os.ReadFile(filepath.Join(f.lab.Root, slots[slot]))
			t.Errorf("%s: repaired, the client runs %q, want %q, of\n%s", s.name, got, s.left, text)
		}
	}
}

// known reports whether the client has run each of some repaired files before: many are
// repaired to the same.
func (f files) known(some []fileSample, seen *sync.Map) bool {
	all := true
	for slot := range some {
		text, _ := os.ReadFile(filepath.Join(f.lab.Root, slots[slot]))
		_, before := seen.LoadOrStore(strings.ReplaceAll(string(text), fmt.Sprintf("%s %d", f.recorder, slot), "RECORD "), true)
		all = all && before
	}
	return all
}

func sorted(letters string) string {
	b := []byte(letters)
	slices.Sort(b)
	return string(b)
}
