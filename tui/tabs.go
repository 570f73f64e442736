package tui

import tea "charm.land/bubbletea/v2"

// A tab is a layer that always lies below the others.
type tab interface {
	layer
	name() string
	// load is the command that reads what the tab shows.
	load() tea.Cmd
	// receive takes what the tab's commands have found. Other messages are to
	// be ignored.
	receive(tea.Msg) tea.Cmd
}

// A follower is a tab that follows the rules and the questions while it is
// shown. leave ends that, and what is being read; it is not called when another
// follower is shown next.
type follower interface {
	tab
	leave()
}

// newTabs are the tabs in the order of their numbers.
func newTabs(o Options, others *others) (all []tab, first *overview) {
	rules := newPreferences(o, newRulebook(o), newPast(o))
	first = newOverview(o, rules, others)
	return []tab{
		first,
		rules,
		newQuestions(o, rules),
		newHooks(o, first),
		newConflicts(o, others, first),
		newActivity(o),
		newHistory(o),
	}, first
}
