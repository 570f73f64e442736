package cli

import (
	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
)

// PlanJSON is the documented shape of --json for a plan.
type PlanJSON struct {
	partJSON
	Applied   bool              `json:"applied"`
	Receipt   string            `json:"receipt,omitempty"`
	Added     []string          `json:"added,omitempty"` // IDs of rules
	Also      []partJSON        `json:"also"`
	Foreign   []ForeignJSON     `json:"foreign"`
	Conflicts []ConflictJSON    `json:"conflicts"`
	Problems  []planner.Problem `json:"problems"`
}

// partJSON is the change of one file.
type partJSON struct {
	Path      string            `json:"path"`
	Target    string            `json:"target"`
	Scope     string            `json:"scope"`
	Op        string            `json:"op"`
	Changed   bool              `json:"changed"`
	Diff      string            `json:"diff"`
	Changes   []diffview.Change `json:"changes"`
	Unchanged int               `json:"unchanged"`
}

func jsonOfPart(p planner.Plan) partJSON {
	summary := p.Summary()
	return partJSON{
		Path: p.Path, Target: p.Plan.Target, Scope: string(p.Target.Scope), Op: p.Op, Changed: !p.Empty(),
		Diff:    diffview.Text(diffview.Unified(p.Before, p.After, diffview.ContextLines)),
		Changes: OrEmpty(summary.Changes), Unchanged: summary.Handlers,
	}
}

// JSONOfPlan returns the documented shape of a plan.
func JSONOfPlan(p planner.Plan, found []conflict.Conflict) PlanJSON {
	out := PlanJSON{
		partJSON: jsonOfPart(p), Also: []partJSON{},
		Foreign: ForeignList(found), Conflicts: ConflictList(found), Problems: OrEmpty(p.Problems),
	}
	for _, also := range p.Also {
		out.Also = append(out.Also, jsonOfPart(also))
	}
	return out
}
