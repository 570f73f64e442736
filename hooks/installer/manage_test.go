package installer

import (
	"testing"

	"neverask/hooks/conflict"
	"neverask/settings"
)

// TestParkedWhileNarrowed: a hook that was narrowed, parked, and is put back after
// neverask has left, runs at questions again as it did.
func TestParkedWhileNarrowed(t *testing.T) {
	for name, back := range map[string]func(*Installer, settings.Receipt) (Plan, error){
		"undo": (*Installer).Undo,
		"unpark": func(in *Installer, r settings.Receipt) (Plan, error) {
			parked, err := in.Parked()
			if err != nil || len(parked) != 1 || parked[0].Receipt.ID != r.ID {
				t.Fatalf("got %+v, %v", parked, err)
			}
			return in.Unpark(parked[0])
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := newInstaller(t)
			install(t, in, choose(review(t, in), always(conflict.Narrow)))
			for _, h := range in.Sources(nil, nil).Hooks() {
				if h.Handler.Command != "~/h/answer.sh post" {
					continue
				}
				p, err := in.Park(h, false)
				r := apply(t, in, p, err)
				uninstall(t, in)
				p, err = back(in, r)
				apply(t, in, p, err)
			}
			for _, h := range in.Sources(nil, nil).Hooks() {
				if h.Handler.Command == "~/h/answer.sh post" {
					if h.Group.Matcher != nil {
						t.Errorf("its matcher is %s", *h.Group.Matcher)
					}
					return
				}
			}
			t.Error("it is not back")
		})
	}
}
