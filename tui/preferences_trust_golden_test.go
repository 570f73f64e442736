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

var proposalScreens = []screenOfRules{
	{"overview-proposed", func(*driver) {}, proposed, ""},
	{"overview-proposal-changed", func(*driver) {}, changed, ""},
	{"preferences-proposed", func(d *driver) { d.Keys("2") }, proposed, "~/work/shop proposes 3 rules, off until you|t project…"},
	{"preferences-proposal-changed", func(d *driver) { d.Keys("2", "G") }, changed, "▲ changed: ~/work/shop has changed its proposal since you accepted it on|so its rules are off. Press t to review|▲ changed Push to main?|accepted 11 Nov 2026, SHA-256"},
	{"preferences-proposal-refused", func(d *driver) { d.Keys("2") }, refused, "▲ refused: ~/work/shop proposes rules that are invalid and have no effect.|▲ refused Run the tests"},
	{"preferences-of-projects", func(d *driver) { d.Keys("2", "G") }, elsewhere, "5 rules, 6 from projects|□ project Push to main?|▸ ○ always ask ▲ refused Push to main?|asks, unless one of your own rules answers"},
	{"proposal", func(d *driver) { d.Keys("2", "t") }, proposed, ""},
	{"proposal-end", func(d *driver) { d.Keys("2", "t", "G") }, proposed, "▲ it accepts whatever the question recommends|The whole file:|  8 +}|a accept…"},
	{"proposal-changed", func(d *driver) { d.Keys("2", "t") }, changed, ""},
	{"proposal-refused", func(d *driver) { d.Keys("t") }, refused, ""},
	{"proposal-accept", func(d *driver) { d.Keys("2", "t", "G", "a") }, changed, "Accept exactly this?|3 rules of ~/work/shop, SHA-256 450f28c3c88d|▸ No, don't accept|Yes, accept what was shown"},
	{"proposal-accepted", func(d *driver) { d.Keys("2", "t", "G", "a", "y", "G") }, proposed, "5 rules, 3 from projects|accepted 20 Nov 2026, SHA-256|accepted what ~/work/shop proposes · z to undo"},
	{"proposal-undone", func(d *driver) { d.Keys("2", "t", "G", "a", "y", "z") }, changed, "Rules › Plan|Undo in ~/.config/neverask/preferences.json|accepted: 2026-11-20T12:00:00Z → 2026-11-11T12:00:00Z|0 to add, 3 to change, 0 to remove"},
	{"proposal-revoke", func(d *driver) { d.Keys("2", "G", "d") }, elsewhere, "What ~/work/blog proposes|Revoke what you accepted?|3 rules of ~/work/blog, accepted on 11 Nov 2026|▸ No, keep it|Yes, revoke it"},
	{"proposal-in-session", func(d *driver) { d.m.state.InSession = true; d.Keys("2", "t") }, proposed, "▲ not here: this is a session of Claude Code, and only you can accept: run"},
}

func TestProposalScreens(t *testing.T) {
	for _, s := range proposalScreens {
		s.test(t)
	}
}
