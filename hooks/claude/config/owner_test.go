package config

import (
	"testing"

	"neverask/settings/musttest"
)

func TestOwns(t *testing.T) {
	o := Owner{Commands: []string{"/h/bin/neverask-hook"}, Home: "/h"}
	for text, want := range map[string]bool{
		`{"type":"command","command":"/h/bin/neverask-hook","args":[]}`: true,
		`{"type":"command","command":"/h/bin/neverask-hook"}`:           true,
		`{"type":"command","command":"\"$HOME/bin/neverask-hook\""}`:    true,
		`{"type":"command","command":"~/bin/neverask-hook"}`:            true,
		`{"type":"command","command":"/x/bin/neverask-hook"}`:           false,
		`{"type":"command","command":"/h/bin/neverask-hook2"}`:          false,
		`{"type":"http","command":"/h/bin/neverask-hook"}`:              false,
		`{"type":"command","command":"sh /h/bin/neverask-hook"}`:        false,
	} {
		groups, err := Read(parse(t, `{"hooks":{"Stop":[{"hooks":[`+text+`]}]}}`))
		musttest.Do(t, err)
		if got := o.Owns(groups[0].Handlers[0]); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}
