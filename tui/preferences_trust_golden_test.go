package tui

import (
	"strings"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/tui/follow/followtest"
)

const (
	shop         = home + "/work/shop"
	proposalFile = shop + "/" + question.ProposalFile
)

const teamRules = followtest.TeamRules

// puts writes a proposal into the project of the test, and accept accepts what a project
// proposes now.
func puts(f *fake, content string)   { f.Propose(content) }
func accept(f *fake, project string) { f.World.Accept(project) }
func proposed(f *fake)               { f.Propose(teamRules) }
func accepted(f *fake)               { f.Accepted() }
func changed(f *fake)                { f.ProposalChanged() }
func refused(f *fake)                { f.ProposalRefused() }
func withoutEffect(f *fake) {
	f.Propose(strings.NewReplacer("Run the tests before committing?", "Delete the production database?", "Update the documentation?", "Push to the main branch?").Replace(teamRules))
	accept(f, shop)
}
func elsewhere(f *fake) { f.AcceptedElsewhere() }

var proposalScreens = []screenOfRules{
	{"overview-proposed", func(*driver) {}, proposed, "This project     · proposed|~/work/shop proposes 3 rules|P project…"},
	{"overview-proposal-changed", func(*driver) {}, changed, "This project     ▲ changed|~/work/shop has changed its"},
	{"preferences-proposed", func(d *driver) { d.Keys("2") }, proposed, "~/work/shop proposes 3 rules, off until you|P project…"},
	{"preferences-proposal-changed", func(d *driver) { d.Keys("2", "G") }, changed, "▲ changed: ~/work/shop has changed its proposal since you accepted it on|so its rules are off. Press P to review|▲ changed    Push to main?|accepted 11 Nov 2026, SHA-256"},
	{"preferences-proposal-refused", func(d *driver) { d.Keys("2") }, refused, "▲ refused: ~/work/shop proposes rules that are invalid and have no effect.|▲ refused    Run the tests"},
	{"preferences-of-projects", func(d *driver) { d.Keys("2", "G") }, elsewhere, "11 rules, 6 of them from projects|○ always ask Push to main?|□|▸ ▲ refused    Push to main?|asks, unless one of your own rules answers"},
	{"preferences-of-project-no-effect", func(d *driver) { d.Keys("2", "G", "k", "k") }, withoutEffect, "▸ ▲ no effect|~/work/shop|may mean something|irreversible, so Claude asks despite the rule|▲ no effect  Push"},
	{"proposal", func(d *driver) { d.Keys("2", "P") }, proposed, "What ~/work/shop proposes|Once accepted they apply"},
	{"proposal-end", func(d *driver) { d.Keys("2", "P", "G") }, proposed, "▲ it accepts whatever the question recommends|The whole file:|  8 +}|a add its rules…"},
	{"proposal-changed", func(d *driver) { d.Keys("2", "P") }, changed, "What ~/work/shop proposes|so its rules are off"},
	{"proposal-refused", func(d *driver) { d.Keys("P") }, refused, "✗ problem|need to fix it"},
	{"proposal-accept", func(d *driver) { d.Keys("2", "P", "G", "a") }, changed, "Accept exactly this?|3 rules of ~/work/shop, SHA-256 450f28c3c88d|▸ No, don't accept|Yes, accept what was shown"},
	{"proposal-accepted", func(d *driver) { d.Keys("2", "P", "G", "a", "y", "G") }, proposed, "8 rules, 3 of them from projects|accepted 20 Nov 2026, SHA-256|accepted what ~/work/shop proposes · z to undo"},
	{"proposal-undone", func(d *driver) { d.Keys("2", "P", "G", "a", "y", "z") }, changed, "Rules › Plan|Undo: |accepted: 2026-11-20T12:00:00Z → 2026-11-11T12:00:00Z|3 to change"},
	{"proposal-revoke", func(d *driver) { d.Keys("2", "G", "d") }, elsewhere, "What ~/work/blog proposes|Delete the rules that you accepted?|3 rules of ~/work/blog, accepted on 11 Nov 2026|▸ No, keep them|Yes, delete them"},
	{"proposal-in-session", func(d *driver) { d.m.state.InSession = true; d.Keys("2", "P") }, proposed, "▲ not here: this is a session of Claude Code, and only you can accept: run"},
}

func TestProposalScreens(t *testing.T) {
	for _, s := range proposalScreens {
		s.test(t)
	}
}
