package rulestate

import (
	"strings"

	"neverask/diffview"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// Tools are the tool rules, in the order of the file.
type Tools struct {
	List   []toolrule.Rule
	Texts  []kit.SearchText // what a filter searches, by rule
	Acts   map[string]int   // how often each acted in seven days, by its ID
	Hooked bool             // whether any settings file has the hook without which no tool rule acts
}

// readTools reads the tool rules and, if there are any, how often they acted. Errors in the file as
// a whole are reported by the reading of the question rules.
func readTools(b RulesBackend, book Book) (t Tools, broken []toolrule.Problem) {
	t.List, broken, _ = book.ReadTools()
	if len(t.List) == 0 {
		return t, broken
	}
	for _, r := range t.List {
		t.Texts = append(t.Texts, kit.NewSearchText(drawing.ToolWhen(r),
			drawing.ActBadge(r.Act).Word, r.Tool, r.Message, r.Note, r.Project).Called(r.ID))
	}
	t.Acts, t.Hooked = b.ToolActs(), b.ToolsInstalled()
	return t, broken
}

// ToolKey returns a key that differs from those of question rules, which may have the same ID.
func ToolKey(r toolrule.Rule) string { return "tool\x00" + r.ID }

// Counted counts the rules of each kind; "" without any.
func (r Rules) Counted() string {
	var all []string
	for _, kind := range []struct {
		n    int
		name string
	}{{len(r.List), "rule"}, {len(r.Tools.List), "tool rule"}, {len(r.Lines.List), "standing answer"}} {
		if kind.n > 0 {
			all = append(all, diffview.Count(kind.n, kind.name))
		}
	}
	return strings.Join(all, ", ")
}
