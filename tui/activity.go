package tui

import tea "charm.land/bubbletea/v2"

// activityTab is the sixth tab: what Claude's tools did.
type activityTab struct{}

func newActivity() *activityTab { return &activityTab{} }

func (t *activityTab) name() string { return "Activity" }

func (t *activityTab) load() tea.Cmd { return nil }

func (t *activityTab) receive(tea.Msg) tea.Cmd { return nil }

func (t *activityTab) bindings() []binding { return nil }

func (t *activityTab) page(width, _ int, st *styles) page {
	all := append([]string{""}, styled(indented("No activity is recorded.", 2, prose(width)-2), st.strong)...)
	for _, text := range []string{
		"With the activity hooks, neverask notes which tools Claude uses, how long each call takes and how it ends: names and figures, on this machine alone.",
		"They are a choice of its own, and off until you make it.",
	} {
		all = append(append(all, ""), indented(text, 2, prose(width)-2)...)
	}
	return lines(all)
}
