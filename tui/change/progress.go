package change

import (
	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// progress is shown while a plan is written. That takes milliseconds, unless another neverask process is writing.
type progress struct {
	home    string
	preview *Preview
	stop    func()
}

func (p *progress) Title() string { return "Writing" }

func (p *progress) Page(width, _ int, _ *kit.Styles) kit.Page {
	text := "Writing " + kit.Short(p.home, p.preview.Operation.Target.Path) +
		". If another neverask is changing files, this waits for it."
	return kit.Lines(kit.Wrap(text, width))
}

func (p *progress) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("stop waiting", func(*kit.Model) tea.Cmd {
		p.stop()
		return nil
	}, "esc")}
}
