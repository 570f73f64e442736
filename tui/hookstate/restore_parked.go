package hookstate

import (
	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// A Restorer plans to put a parked hook back where it was.
type Restorer interface {
	Unpark(planner.Parked) (planner.Plan, error)
}

// Restoring returns the key that puts back a hook parked by the person or by a resolution.
func Restoring(b Restorer, p planner.Parked) kit.Binding {
	o := change.Operation{
		Target: planner.Target{Path: p.Receipt.Path}, Plan: func() (planner.Plan, error) { return b.Unpark(p) },
		Cannot: "restore the hook", Title: "Restore a hook to ", Done: "restored the hook",
		Nothing: "Nothing to restore: the hook is in its file already, or somebody has removed it.",
	}
	it := "it runs"
	if n := len(p.Handlers); n > 1 {
		it = "they run"
		o.Remarks = []string{"· " + diffview.Count(n, "hook") + " were taken out together and are restored together"}
	}
	if p.Move != nil {
		o.Remarks = append(o.Remarks, "▲ "+it+" on questions again, beside neverask: the conflict is open again")
	}
	what := "restore the parked hook where it was"
	if p.Narrowed {
		what = "let the narrowed hook run on questions again"
	}
	return kit.Bind("restore…", func(m *kit.Model) tea.Cmd { return change.Begin(m, o) },
		"space").Means(what).Writing()
}
