package status

import (
	"fmt"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/trust"
)

// proposalJSON is a project's proposal in the documented shape of status --json.
type proposalJSON struct {
	Project string      `json:"project"`
	Path    string      `json:"path"`
	State   trust.State `json:"state"`
	Digest  string      `json:"digest"`
	Rules   int         `json:"rules"`
}

// proposals are those that matter to a session in the current directory, with
// what the person should know about them.
func proposals(a *cli.App) (list []proposalJSON, problems []installer.Problem) {
	p, _, err := a.Book().Read()
	if err != nil {
		return nil, nil // said elsewhere in the status
	}
	for _, r := range trust.Around(a.Installer.Locations.Dir, a.Installer.Locations.Home, p.Trusted) {
		list = append(list, proposalJSON{r.Project, r.Path(), r.State, r.Digest, len(r.Rules)})
		if problem, ok := proposalProblem(a, r); ok {
			problems = append(problems, problem)
		}
	}
	return list, problems
}

func proposalProblem(a *cli.App, r trust.Review) (installer.Problem, bool) {
	project, see := a.Short(r.Project), "neverask rules trust --cwd "+a.Short(r.Project)
	switch r.State {
	case trust.Proposed:
		return installer.Problem{ID: "proposal-new", Severity: "info",
			Message: fmt.Sprintf("%s proposes %s, off until you accept them", project, diffview.Count(len(r.Rules), "rule")),
			Fix:     "review them: " + see}, true
	case trust.Changed:
		return installer.Problem{ID: "proposal-changed", Severity: "warning",
			Message: fmt.Sprintf("%s has changed its proposal since you accepted it on %s, so its rules are off", project, cli.Day(r.Before.Accepted)),
			Fix:     "review what has changed: " + see}, true
	case trust.Refused:
		return installer.Problem{ID: "proposal-refused", Severity: "warning",
			Message: diffview.Visible(fmt.Sprintf("%s is invalid and has no effect: %s", a.Short(r.Path()), r.Refusals()[0])),
			Fix:     "the project's maintainers need to fix it"}, true
	case trust.Gone:
		return installer.Problem{ID: "proposal-gone", Severity: "info",
			Message: fmt.Sprintf("%s no longer proposes anything, so the rules you accepted on %s are off", project, cli.Day(r.Before.Accepted)),
			Fix:     "revoke them: " + see + " --revoke"}, true
	}
	return installer.Problem{}, false
}
