package rulestate

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"neverask/tui/kit"
)

// TestSilentNote: above a decision stands everything that keeps it from counting, the nearest first.
func TestSilentNote(t *testing.T) {
	t.Parallel()
	theirs := func() (string, kit.Badge) { return "~/deny.sh denies questions", kit.Badge{} }
	for name, tt := range map[string]struct {
		state State
		want  []string
	}{
		"all is well":            {State{}, nil},
		"nobody in the way":      {State{Contested: func() (string, kit.Badge) { return "", kit.Badge{} }}, nil},
		"not installed":          {State{Unhooked: true}, []string{"hooks not installed"}},
		"off":                    {State{Stopped: true, Off: "neverask is off"}, []string{"neverask is off"}},
		"broken":                 {State{Unknown: true, Broken: &BrokenFile{Path: "/a/settings.json"}}, []string{"settings.json is broken"}},
		"unable":                 {State{Unable: "disableAllHooks is set in ~/a"}, []string{"disableAllHooks is set in ~/a, so no rule answers"}},
		"contested":              {State{Contested: theirs}, []string{"▲ conflict: ~/deny.sh denies questions"}},
		"contested, not running": {State{Unhooked: true, Contested: theirs}, []string{"hooks not installed", "▲ conflict: ~/deny.sh denies questions"}},
	} {
		tt.state.Rules = &Rules{}
		rows := tt.state.SilentNote(200, kit.Themes()[0].Styles(true))
		if len(rows) != len(tt.want) {
			t.Errorf("%s: %q", name, rows)
			continue
		}
		for i, want := range tt.want {
			if got := ansi.Strip(rows[i]); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}
