package followtest

import (
	"path/filepath"
	"strings"

	"neverask/hooks/app/trust"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/tui/kit/kittest"
)

// TeamRules is a proposal.
const TeamRules = `{
  "version": 1,
  "rules": [
    {"id": "tests", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes", "note": "CI runs them anyway"},
    {"id": "docs", "match": {"text": "Update the documentation?"}, "mode": "prefer", "answer": "recommended"},
    {"id": "push", "match": {"exact": "Push to main?"}, "mode": "always-ask"}
  ]
}
`

// Propose writes a proposal into the project that the person works in.
func (w *World) Propose(content string) { w.proposeIn(w.Dir(), content) }

func (w *World) proposeIn(project, content string) {
	w.Put(filepath.Join(project, question.ProposalFile), content)
}

// Accept accepts what a project proposes now, as if long ago.
func (w *World) Accept(project string) {
	kept := trust.Of(w.Base+project, nil).Trusted(kittest.Noon.AddDate(0, 0, -9))
	kept.Project = project
	book := preferences.Open(w.Path(RulesFile), w.In.Store, nil)
	if _, err := book.Trust(w.T.Context(), kept); err != nil {
		w.T.Fatal(err)
	}
}

// Accepted has the team's rules accepted.
func (w *World) Accepted() {
	w.Propose(TeamRules)
	w.Accept(w.Dir())
}

// ProposalChanged has them accepted, and changed afterwards.
func (w *World) ProposalChanged() {
	w.Accepted()
	w.Propose(strings.Replace(TeamRules, `"Push to main?"}, "mode": "always-ask"`, `"Push to main?"}, "mode": "never-ask", "answer": "Yes, force it"`, 1))
}

// ProposalRefused has them accepted, and changed to what cannot be.
func (w *World) ProposalRefused() {
	w.Accepted()
	w.Propose(strings.Replace(TeamRules, `"id": "docs", "match": {"text"`, `"id": "docs", "oneWay": "allow", "match": {"pattern"`, 1))
}

// AcceptedElsewhere has accepted rules of another project too, whose proposal is broken.
func (w *World) AcceptedElsewhere() {
	w.Accepted()
	blog := filepath.Join(filepath.Dir(w.Dir()), "blog")
	w.proposeIn(blog, TeamRules)
	w.Accept(blog)
	w.proposeIn(blog, "{")
}
