package follow

import (
	"bytes"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/trust"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// Proposals are what projects propose, as it was last read. The files are
// followed while a place that tells of them is shown.
type Proposals struct {
	backend   ProposalsBackend
	here      []trust.Review // what matters in the directory that the person works in
	elsewhere []trust.Review // what was accepted for other projects
	trusted   []question.Trusted
	Version   int // grows when they are others

	generation int
}

type (
	// ProposedMsg is what projects propose now.
	ProposedMsg struct {
		generation      int
		here, elsewhere []trust.Review
		same            bool // as what is known
	}
	proposalsDueMsg struct{ generation int }
)

// Still reports whether nothing that is drawn has changed.
func (msg ProposedMsg) Still() bool { return msg.same }

func (proposalsDueMsg) Still() bool { return true }

// follow reads the proposals anew, by what is accepted now, and goes on looking
// at them. Nothing is said of them while the rules cannot be read.
func (p *Proposals) follow(b *Rules) tea.Cmd {
	p.Rest()
	if !b.Editable() {
		p.here, p.elsewhere = nil, nil
		return nil
	}
	p.trusted = b.Trusted
	return p.load()
}

// Rest ends looking at the files.
func (p *Proposals) Rest() { p.generation++ }

func (p *Proposals) load() tea.Cmd {
	backend, trusted, generation, known := p.backend, p.trusted, p.generation, *p
	return func() tea.Msg {
		here, elsewhere := backend.Proposals(trusted)
		same := slices.EqualFunc(known.here, here, Same) && slices.EqualFunc(known.elsewhere, elsewhere, Same)
		return ProposedMsg{generation, here, elsewhere, same}
	}
}

// receive follows the proposals.
func (p *Proposals) receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case proposalsDueMsg:
		if msg.generation == p.generation {
			return p.load()
		}
	case ProposedMsg:
		if msg.generation != p.generation {
			return nil
		}
		p.here, p.elsewhere = msg.here, msg.elsewhere
		if !msg.same {
			p.Version++
		}
		return kit.Later(kit.Pause, proposalsDueMsg{p.generation})
	}
	return nil
}

// Same reports whether two reviews show the same.
func Same(a, b trust.Review) bool {
	errText := func(err error) string {
		if err == nil {
			return ""
		}
		return err.Error()
	}
	before := func(t *question.Trusted) question.Trusted {
		if t == nil {
			return question.Trusted{}
		}
		return *t
	}
	return a.Project == b.Project && a.State == b.State && bytes.Equal(a.Content, b.Content) &&
		errText(a.Err) == errText(b.Err) && before(a.Before) == before(b.Before)
}

// All are the reviews in the order in which they are gone through: those that
// wait for the person first.
func (p *Proposals) All() []trust.Review {
	rest := slices.DeleteFunc(slices.Clone(p.here), waits)
	return slices.Concat(p.Waiting(), rest, p.elsewhere)
}

// Waiting are those here that the person should know of.
func (p *Proposals) Waiting() []trust.Review {
	return slices.DeleteFunc(slices.Clone(p.here), func(r trust.Review) bool { return !waits(r) })
}

func waits(r trust.Review) bool {
	return r.Acceptable() || r.State == trust.Refused || r.State == trust.Gone && r.Before != nil
}

// Of finds the review of a project. A project that neither proposes anything nor
// has accepted rules has none.
func (p *Proposals) Of(project string) (trust.Review, bool) {
	for _, list := range [][]trust.Review{p.here, p.elsewhere} {
		if i := slices.IndexFunc(list, func(r trust.Review) bool { return r.Project == project }); i >= 0 {
			return list[i], true
		}
	}
	return trust.Review{Project: project, State: trust.Gone}, false
}

// Bindings are the key that shows what waits.
func (p *Proposals) Bindings() []kit.Binding {
	if len(p.Waiting()) == 0 {
		return nil
	}
	open := func(m *kit.Model) tea.Cmd { return m.Send(ProposalMsg{Project: p.Waiting()[0].Project}) }
	return []kit.Binding{kit.Bind("project…", open, "P").Means("review the rules this project proposes").Kept()}
}

// Entry is the banner as it stands on Home.
func (p *Proposals) Entry(home string) (line kit.Entry, there bool) {
	waiting := p.Waiting()
	if len(waiting) == 0 {
		return kit.Entry{}, false
	}
	return kit.Entry{Label: "This project", Badge: drawing.ProposalBadge(waiting[0].State), Text: p.Banner(home)}, true
}

// Banner says what waits first.
func (p *Proposals) Banner(home string) string {
	waiting := p.Waiting()
	text := drawing.ProposalText(home, waiting[0])
	if more := len(waiting) - 1; more > 0 {
		text += fmt.Sprintf("; %d more waiting", more)
	}
	return text + ". Press P to review"
}
