package tui

import tea "charm.land/bubbletea/v2"

// progress is shown while a plan is written. That takes milliseconds, unless
// another neverask is writing.
type progress struct {
	home     string
	proposal *proposal
	stop     func()
}

func (p *progress) title() string { return "Writing" }

func (p *progress) page(width, _ int, _ *styles) page {
	text := "Writing " + short(p.home, p.proposal.change.path()) + ". If another neverask is changing files, this waits until it is done."
	return lines(wrap(text, width))
}

func (p *progress) bindings() []binding {
	return []binding{bind("stop waiting", func(*model) tea.Cmd {
		p.stop()
		return nil
	}, "esc")}
}
