package calls

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/tui/kit"
)

// about is what is known of the chosen tool.
func (t *Place) about(width int, st *kit.Styles) []string {
	e := t.chosen()
	if e == nil {
		return []string{st.Muted.Render(" No matches. Press esc to show everything")}
	}
	return toolRows(e, width, st)
}

// open shows all that is known of the chosen tool.
func (t *Place) open(m *kit.Model) tea.Cmd {
	e := *t.chosen()
	m.Push(&kit.Details{Subject: "Tools", About: func(width int, st *kit.Styles) []string { return toolRows(&e, width, st) }})
	return nil
}

// toolRows are the facts of a tool's calls.
func toolRows(e *activity.Tool, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(diffview.Visible(e.Name), 1, width), st.Strong)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, diffview.Visible(text), width, st)...)
		}
	}
	add("server", e.Server)
	calls := fmt.Sprintf("%d, %d failed", e.Calls, e.Failed)
	if e.Failed > 0 {
		calls += " (" + percent(e.FailureShare()) + ")"
	}
	add("calls", calls)
	add("ended", classes(e.Classes))
	if len(e.Took) > 0 {
		add("took", fmt.Sprintf("p50 %s · p95 %s · longest %s", activity.Brief(e.Quantile(0.5)), activity.Brief(e.Quantile(0.95)), activity.Brief(e.Max)))
	}
	if len(e.Waits) > 0 {
		add("waited", fmt.Sprintf("p50 %s · p95 %s, for permission and hooks", activity.Brief(e.Wait(0.5)), activity.Brief(e.Wait(0.95))))
	}
	if e.Asked > 0 {
		add("asked", "permission requested for "+diffview.Count(e.Asked, "call"))
	}
	return all
}

// classes lists how calls have ended, the most frequent first.
func classes(all map[eventlog.Class]int) string {
	var parts []string
	for _, c := range slices.SortedFunc(maps.Keys(all), func(a, b eventlog.Class) int {
		if d := all[b] - all[a]; d != 0 {
			return d
		}
		return strings.Compare(string(a), string(b))
	}) {
		parts = append(parts, fmt.Sprintf("%d %s", all[c], activity.ClassWords(c)))
	}
	return strings.Join(parts, " · ")
}
