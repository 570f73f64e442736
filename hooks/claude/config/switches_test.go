package config

import (
	"strings"
	"testing"
)

func TestSwitches(t *testing.T) {
	for _, c := range situations(t, "switches.txtar") {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			tree(t, root, c.files)
			got := Find(site(root))
			var on, reports []string
			for _, h := range got.Hooks() {
				if h.Source.Off == "" {
					on = append(on, h.Handler.Command)
				}
			}
			for _, s := range got.Switches {
				reports = append(reports, s.Name+"="+s.Value)
				if s.Line != 1 || s.Effect == "" {
					t.Errorf("switch %+v", s)
				}
			}
			if text := strings.Join(on, " "); text != c.expect["runs"] {
				t.Errorf("running: %q, want %q", text, c.expect["runs"])
			}
			if text := strings.Join(reports, " "); text != c.expect["switches"] {
				t.Errorf("switches: %q, want %q", text, c.expect["switches"])
			}
			if len(got.Findings) > 0 {
				t.Errorf("findings: %+v", got.Findings)
			}
		})
	}
}
