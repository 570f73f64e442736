package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// notices are what is said above the list, or instead of it.
type notices struct {
	state *rulestate.State
	home  string
	now   func() time.Time
}

// unknown says that a broken settings file keeps anyone from knowing whether the hooks are there.
func (n notices) unknown(width int, st *kit.Styles) []string {
	if f := n.state.Broken; f != nil &&
		(n.state.Unknown || len(n.state.Rules.Tools.List) > 0 && !n.state.Rules.Tools.Hooked) {
		where := kit.FileAt(n.home, f.Path, f.Line, f.Col)
		return kit.Noted(kit.Mark("✗", "cannot tell whether the hooks are installed", kit.Bad),
			where+" is broken · "+st.Key.Render("o")+" opens it", width, st)
	}
	return nil
}

// broken says why the rules cannot be edited, or which of them do nothing.
func (n notices) broken(width int, st *kit.Styles) []string {
	var all []string
	say := func(text, fix string) {
		all = append(all, kit.Noted(kit.Mark("✗", "broken", kit.Bad), kit.Clean(n.home, text), width, st)...)
		all = append(all, kit.Styled(kit.Indented("→ "+fix, 3, width-1), st.Muted)...)
	}
	if n.state.Rules.Err != nil {
		say(n.state.Rules.Err.Error(),
			"Fix the file: until then Claude asks you everything, and nothing can be changed here. neverask reloads it when it changes.")
	}
	for i, p := range n.state.Rules.Broken {
		if i == 2 && len(n.state.Rules.Broken) > 3 {
			all = append(all, st.Muted.Render("  … and "+strconv.Itoa(len(n.state.Rules.Broken)-i)+" more in the file"))
			break
		}
		say(fmt.Sprintf("%s:%d:%d: %s", n.state.Rules.Path, p.Line, p.Column, p.Message), "Fix it in the file.")
	}
	return all
}

// appeared names the rules added outside neverask since the person last looked.
func (n notices) appeared(width int, st *kit.Styles) []string {
	ids := n.state.Rules.Appeared
	if len(ids) == 0 {
		return nil
	}
	const most = 3
	names := slices.Clone(ids[:min(len(ids), most)])
	for i, id := range names {
		if r, ok := n.state.Rules.Rule(id); ok {
			names[i] = drawing.MatchText(r.Match)
		}
	}
	text := "appeared outside neverask: " + strings.Join(names, ", ")
	if more := len(ids) - most; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return kit.Noted(kit.Mark("▲", diffview.Count(len(ids), "rule"), kit.Warn), diffview.Visible(text), width, st)
}

// empty says what to do when there are no rules.
func (n notices) empty(width int, st *kit.Styles) []string {
	para := func(s string) []string { return append(kit.Indented(s, 2, kit.Prose(width)-2), "") }
	first := "No rules yet, so Claude asks you everything."
	if theirs := n.state.Theirs; theirs != nil && theirs() != "" {
		first = "No rules yet, and " + theirs() + "."
	}
	if text := n.state.Searching(); text != "" {
		first = kit.Capital(text)
	}
	all := append([]string{""}, kit.Styled(para(first), st.Strong)...)
	if lost := n.state.Rules.Lost; lost != nil {
		all = append([]string{""}, kit.Styled(para(kit.Capital(kit.Clean(n.home, lost.Message))+"."), st.Strong)...)
		all = append(all, para("→ "+kit.Clean(n.home, lost.Fix))...)
	}
	if n.state.Rules.ReadOnly {
		return all
	}
	all = append(all, para("Press a to add a rule, from a question you have answered or from scratch.")...)
	all = append(all, para("If you use gstack: "+kit.Tied("neverask rules import gstack")+" imports its preferences.")...)
	return all
}
