package main

import (
	"fmt"

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
func (a *app) proposals() (list []proposalJSON, problems []installer.Problem) {
	p, _, err := a.book().Read()
	if err != nil {
		return nil, nil // said elsewhere in the status
	}
	for _, r := range trust.Around(a.in.Locations.Dir, a.in.Locations.Home, p.Trusted) {
		list = append(list, proposalJSON{r.Project, r.Path(), r.State, r.Digest, len(r.Rules)})
		if problem, ok := a.proposalProblem(r); ok {
			problems = append(problems, problem)
		}
	}
	return list, problems
}

func (a *app) proposalProblem(r trust.Review) (installer.Problem, bool) {
	project, see := a.short(r.Project), "neverask rules trust --cwd "+a.short(r.Project)
	switch r.State {
	case trust.Proposed:
		return installer.Problem{ID: "proposal-new", Severity: "info",
			Message: fmt.Sprintf("%s proposes %s, which you have not accepted and which do nothing", project, diffview.Count(len(r.Rules), "rule")),
			Fix:     "review them: " + see}, true
	case trust.Changed:
		return installer.Problem{ID: "proposal-changed", Severity: "warning",
			Message: fmt.Sprintf("%s proposes something else than you accepted on %s, so none of its rules does anything", project, day(r.Before.Accepted)),
			Fix:     "review what has changed: " + see}, true
	case trust.Refused:
		return installer.Problem{ID: "proposal-refused", Severity: "warning",
			Message: diffview.Visible(fmt.Sprintf("%s cannot be accepted and does nothing: %s", a.short(r.Path()), refusals(r)[0])),
			Fix:     "it is for those who maintain the project to correct it"}, true
	case trust.Gone:
		return installer.Problem{ID: "proposal-gone", Severity: "info",
			Message: fmt.Sprintf("%s proposes nothing any more, so the rules you accepted on %s do nothing", project, day(r.Before.Accepted)),
			Fix:     "forget them: " + see + " --revoke"}, true
	}
	return installer.Problem{}, false
}
