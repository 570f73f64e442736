package hooks

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestGuideTable holds the table of the guide against the code.
func TestGuideTable(t *testing.T) {
	guide, err := os.ReadFile("../docs/library.md")
	musttest.Do(t, err)
	full := fullOutputs(t)
	quoted := regexp.MustCompile("`([^`]*)`")
	rows := map[Event]bool{}
	for line := range strings.Lines(string(guide)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		event := Event(strings.TrimSpace(cells[0]))
		if len(cells) != 3 || !slices.Contains(Events(), event) {
			continue
		}
		rows[event] = true
		var told, resolved []string
		for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
			told = append(told, m[1])
		}
		for _, f := range full[event] {
			members := object(t, "{"+f.members+"}")
			for m := range members.Members() {
				resolved = append(resolved, m.Name)
			}
			for m := range members.Get("decision").Members() {
				resolved = append(resolved, m.Name)
			}
		}
		slices.Sort(told)
		slices.Sort(resolved)
		if told, resolved = slices.Compact(told), slices.Compact(resolved); !slices.Equal(told, resolved) {
			t.Errorf("%s: the guide tells %q, the code has %q", event, told, resolved)
		}
		refuses := strings.TrimSpace(cells[2])
		older, alone := strings.Contains(refuses, "older form"), strings.Contains(refuses, "status 2 only")
		if older != (event == EventPreToolUse || event == EventPreModelSwitch) {
			t.Errorf("%s: the older form is %v in the guide", event, older)
		}
		if blocks := refuses != "–" && !alone; !older && blocks != event.CanBlock() {
			t.Errorf("%s: block is %q in the guide", event, refuses)
		}
		if (refuses != "–") != event.ExitBlocks() {
			t.Errorf("%s: status 2 is %q in the guide", event, refuses)
		}
	}
	_, rest, _ := strings.Cut(string(guide), "\n| WorktreeCreate |")
	others, _, _ := strings.Cut(rest, " take none of these.")
	for _, event := range Events() {
		nothing := len(full[event]) == 0 && !event.CanBlock() && !event.ExitBlocks()
		if !rows[event] && !(nothing && strings.Contains(others, string(event))) {
			t.Errorf("the guide does not tell of %s", event)
		}
	}
}
