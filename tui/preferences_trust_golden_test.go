package tui

import (
	"strings"
	"testing"

	"neverask/hooks/app/trust"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

const (
	shop         = home + "/work/shop"
	proposalFile = shop + "/" + question.ProposalFile
)

const teamRules = `{
  "version": 1,
  "rules": [
    {"id": "tests", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes", "note": "CI runs them anyway"},
    {"id": "docs", "match": {"text": "Update the documentation?"}, "mode": "prefer", "answer": "recommended"},
    {"id": "push", "match": {"exact": "Push to main?"}, "mode": "always-ask"}
  ]
}
`

// puts writes a proposal into the project of the test.
func puts(f *fake, content string) { f.Put(proposalFile, content) }

// accept accepts what a project of the test proposes now, as if long ago.
func accept(f *fake, project string) {
	r := trust.Of(f.Root+project, nil)
	kept := r.Trusted(noon.AddDate(0, 0, -9))
	kept.Project = project
	book := preferences.Open(f.Root+rulesFile, f.In.Store, nil)
	if _, err := book.Trust(f.T.Context(), kept); err != nil {
		f.T.Fatal(err)
	}
}

func proposed(f *fake) { puts(f, teamRules) }

func accepted(f *fake) {
	puts(f, teamRules)
	accept(f, shop)
}

func changed(f *fake) {
	accepted(f)
	puts(f, strings.Replace(teamRules, `"Push to main?"}, "mode": "always-ask"`, `"Push to main?"}, "mode": "never-ask", "answer": "Yes, force it"`, 1))
}

func refused(f *fake) {
	accepted(f)
	puts(f, strings.Replace(teamRules, `"id": "docs", "match": {"text"`, `"id": "docs", "oneWay": "allow", "match": {"pattern"`, 1))
}

// elsewhere has accepted rules of another project, which proposes nothing any
// more.
func elsewhere(f *fake) {
	accepted(f)
	f.Put(home+"/work/blog/"+question.ProposalFile, teamRules)
	accept(f, home+"/work/blog")
	f.Put(home+"/work/blog/"+question.ProposalFile, "{")
}

var proposalScreens = []struct {
	name   string
	show   func(*driver)
	before func(*fake)
}{
	{"overview-proposed", func(*driver) {}, proposed},
	{"overview-proposal-changed", func(*driver) {}, changed},
	{"preferences-proposed", func(d *driver) { d.Keys("2") }, proposed},
	{"preferences-proposal-changed", func(d *driver) { d.Keys("2", "G") }, changed},
	{"preferences-proposal-refused", func(d *driver) { d.Keys("2") }, refused},
	{"preferences-of-projects", func(d *driver) { d.Keys("2", "G") }, elsewhere},
	{"proposal", func(d *driver) { d.Keys("2", "t") }, proposed},
	{"proposal-end", func(d *driver) { d.Keys("2", "t", "G") }, proposed},
	{"proposal-changed", func(d *driver) { d.Keys("2", "t") }, changed},
	{"proposal-refused", func(d *driver) { d.Keys("t") }, refused},
	{"proposal-accept", func(d *driver) { d.Keys("2", "t", "G", "a") }, changed},
	{"proposal-accepted", func(d *driver) { d.Keys("2", "t", "G", "a", "y", "G") }, proposed},
	{"proposal-undone", func(d *driver) { d.Keys("2", "t", "G", "a", "y", "z") }, changed},
	{"proposal-revoke", func(d *driver) { d.Keys("2", "G", "d") }, elsewhere},
	{"proposal-in-session", func(d *driver) { d.m.state.InSession = true; d.Keys("2", "t") }, proposed},
}

func TestProposalScreens(t *testing.T) {
	for _, s := range proposalScreens {
		screensWith(t, s.name, s.before, s.show)
	}
}
