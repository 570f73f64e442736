package tui

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/app/trust"
	"neverask/hooks/rule/question"
	"neverask/tui/kit"
)

// proposals is what projects propose, as it was last read. The files are
// followed while a tab that tells of them is shown.
type proposals struct {
	backend   Backend
	here      []trust.Review // what matters in the directory that the person works in
	elsewhere []trust.Review // what was accepted for other projects
	trusted   []question.Trusted

	generation int
}

type (
	proposedMsg struct {
		generation      int
		here, elsewhere []trust.Review
		same            bool // as what is known
	}
	proposalsDueMsg struct{ generation int }
)

func (msg proposedMsg) Still() bool { return msg.same }
func (proposalsDueMsg) Still() bool { return true }

// follow reads the proposals anew, by what is accepted now, and goes on looking
// at them. Nothing is said of them while the rules cannot be read.
func (p *proposals) follow(b *rulebook) tea.Cmd {
	p.rest()
	if !b.editable() {
		p.here, p.elsewhere = nil, nil
		return nil
	}
	p.trusted = b.trusted
	return p.load()
}

// rest ends looking at the files.
func (p *proposals) rest() { p.generation++ }

func (p *proposals) load() tea.Cmd {
	backend, trusted, generation, known := p.backend, p.trusted, p.generation, *p
	return func() tea.Msg {
		here, elsewhere := backend.Proposals(trusted)
		same := slices.EqualFunc(known.here, here, sameReview) && slices.EqualFunc(known.elsewhere, elsewhere, sameReview)
		return proposedMsg{generation, here, elsewhere, same}
	}
}

// receive follows the proposals; changed reports that they are others now.
func (p *proposals) receive(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case proposalsDueMsg:
		if msg.generation == p.generation {
			return p.load(), false
		}
	case proposedMsg:
		if msg.generation != p.generation {
			return nil, false
		}
		p.here, p.elsewhere = msg.here, msg.elsewhere
		return kit.Later(kit.Pause, proposalsDueMsg{p.generation}), !msg.same
	}
	return nil, false
}

// sameReview reports whether two reviews show the same.
func sameReview(a, b trust.Review) bool {
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

// all are the reviews in the order in which they are gone through: those that
// wait for the person first.
func (p *proposals) all() []trust.Review {
	rest := slices.DeleteFunc(slices.Clone(p.here), waits)
	return slices.Concat(p.waiting(), rest, p.elsewhere)
}

// waiting are those here that the person should know of.
func (p *proposals) waiting() []trust.Review {
	return slices.DeleteFunc(slices.Clone(p.here), func(r trust.Review) bool { return !waits(r) })
}

func waits(r trust.Review) bool {
	return r.Acceptable() || r.State == trust.Refused || r.State == trust.Gone && r.Before != nil
}

// of finds the review of a project. A project that neither proposes anything nor
// has accepted rules has none.
func (p *proposals) of(project string) (trust.Review, bool) {
	for _, list := range [][]trust.Review{p.here, p.elsewhere} {
		if i := slices.IndexFunc(list, func(r trust.Review) bool { return r.Project == project }); i >= 0 {
			return list[i], true
		}
	}
	return trust.Review{Project: project, State: trust.Gone}, false
}

// proposalBadge is how a proposal stands, as a sign and a word.
func proposalBadge(s trust.State) kit.Badge {
	switch s {
	case trust.Proposed:
		return kit.Mark("·", "proposed", kit.Calm)
	case trust.Accepted:
		return kit.Mark("□", "project", kit.Calm)
	case trust.Gone:
		return kit.Mark("▲", "gone", kit.Warn)
	case trust.Refused:
		return kit.Mark("▲", "refused", kit.Warn)
	default:
		return kit.Mark("▲", "changed", kit.Warn)
	}
}

// proposalText says what a proposal comes to.
func proposalText(home string, r trust.Review) string {
	project := kit.Short(home, r.Project)
	switch r.State {
	case trust.Proposed:
		return fmt.Sprintf("%s proposes %s, off until you accept them", project, diffview.Count(len(r.Rules), "rule"))
	case trust.Accepted:
		return fmt.Sprintf("%s proposes what you accepted on %s", project, day(r.Before.Accepted))
	case trust.Refused:
		return project + " proposes rules that are invalid and have no effect"
	case trust.Gone:
		if r.Before == nil {
			return project + " no longer proposes anything"
		}
		return fmt.Sprintf("%s no longer proposes anything, so the rules you accepted on %s are off", project, day(r.Before.Accepted))
	default:
		return fmt.Sprintf("%s has changed its proposal since you accepted it on %s, so its rules are off", project, day(r.Before.Accepted))
	}
}

// day is the date of a time as it is kept, or what stands in its place.
func day(at string) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return diffview.Visible(at)
	}
	return t.Local().Format("2 Jan 2006")
}

// brief is the beginning of a digest.
func brief(digest string) string { return diffview.Visible(digest[:min(len(digest), 12)]) }

// bindings are the key that shows what waits.
func (p *proposals) bindings(t *preferencesTab) []kit.Binding {
	if len(p.waiting()) == 0 {
		return nil
	}
	open := func(m *kit.Model) tea.Cmd {
		t.openProposal(m, p.waiting()[0].Project)
		return nil
	}
	return []kit.Binding{kit.Bind("project…", open, "t").Means("review the rules this project proposes")}
}

// proposalsBanner says that a project proposes rules, where that is to be
// decided about.
func (t *preferencesTab) proposalsBanner(width, height int, st *kit.Styles) []string {
	waiting := t.proposals.waiting()
	if len(waiting) == 0 {
		return nil
	}
	b, text := proposalBadge(waiting[0].State), t.proposals.banner(t.home)
	if height < kit.Low {
		key := "; " + st.Key.Render("t") + " to review"
		head := " " + b.Draw(st) + ": "
		return []string{head + kit.FitPath(kit.Short(t.home, waiting[0].Project), width-lipgloss.Width(head)-lipgloss.Width(key)) + key}
	}
	return kit.Noted(b, text, width, st)
}

// entry is the banner as it stands on the overview.
func (p *proposals) entry(home string) (line kit.Entry, there bool) {
	waiting := p.waiting()
	if len(waiting) == 0 {
		return kit.Entry{}, false
	}
	return kit.Entry{Label: "This project", Badge: proposalBadge(waiting[0].State), Text: p.banner(home)}, true
}

func (p *proposals) banner(home string) string {
	waiting := p.waiting()
	text := proposalText(home, waiting[0])
	if more := len(waiting) - 1; more > 0 {
		text += fmt.Sprintf("; %d more waiting", more)
	}
	return text + ". Press t to review"
}

// origin says where an accepted rule comes from, and whether it holds.
func (t *preferencesTab) origin(r question.Rule, width int, st *kit.Styles) []string {
	from := "proposed by the project, accepted " + day(r.Trusted.Accepted) + ", SHA-256 " + brief(r.Trusted.Digest)
	all := kit.Noted(proposalBadge(trust.Accepted), from, width, st)
	if review, read := t.proposals.of(r.Project); read && review.State != trust.Accepted {
		all = append(all, kit.Noted(proposalBadge(review.State), proposalText(t.home, review), width, st)...)
	}
	return all
}
