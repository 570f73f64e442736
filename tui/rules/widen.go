package rules

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// widenForm chooses what a rule lets pass, in each slot in which the person has seen
// several values.
type widenForm struct {
	kit.Form
	place  *Place
	rule   question.Rule // with a wording
	offers []question.Offer
}

func (*widenForm) Crumb() string { return "Widen" }

// widen opens the form for the chosen rule.
func (t *Place) widen(m *kit.Model) tea.Cmd {
	r, _ := t.Chosen()
	seen := t.backend.Seen(r)
	f := &widenForm{place: t, offers: r.Offers(seen)}
	f.rule, _ = r.Worded(seen)
	for i, o := range f.offers {
		x := &kit.Field{Name: fmt.Sprint(i), Label: o.Slot, Choices: []string{"nothing new"}}
		now, _ := f.rule.Widen.In(o.Slot)
		for j, width := range o.Choices {
			x.Choices = append(x.Choices, width.String())
			if width.String() == now.String() {
				x.Chosen = j + 1
			}
		}
		if passes := now.Words != "" || len(now.Only) > 0; passes && x.Chosen == 0 {
			x.Choices, x.Chosen = append(x.Choices, now.String()), len(x.Choices)
			f.offers[i].Choices = append(o.Choices, now)
		}
		f.Fields = append(f.Fields, x)
	}
	f.Visible = func() []*kit.Field { return f.Fields }
	f.About = func(x *kit.Field) string {
		return "seen: " + kit.Clean(t.home, strings.Join(f.offer(x).Seen, ", "))
	}
	f.Begin()
	m.Push(f)
	return nil
}

// offer is the one that a field is about.
func (f *widenForm) offer(x *kit.Field) question.Offer {
	for i := range f.Fields {
		if f.Fields[i] == x {
			return f.offers[i]
		}
	}
	return question.Offer{}
}

// widened is the rule with what is chosen.
func (f *widenForm) widened(r question.Rule) question.Rule {
	r.Match.Text = f.rule.Match.Text
	for i, x := range f.Fields {
		width := question.Width{Slot: f.offers[i].Slot}
		if x.Chosen > 0 {
			width = f.offers[i].Choices[x.Chosen-1]
		}
		r.Widen = r.Widen.With(width)
	}
	return r
}

func (f *widenForm) Page(width, height int, st *kit.Styles) kit.Page {
	b, text := kit.Mark("·", "nothing passes", kit.Calm), "Claude asks you once about each value you haven't seen"
	if r := f.widened(f.rule); len(r.Widen) > 0 {
		b, text = kit.Mark("●", "passes", kit.Good), "never for money, hosts, accounts, environments, versions, paths outside the project and anything irreversible"
		if other := r.Another(); other != "" {
			text = "“" + kit.Clean(f.place.home, other) + "” is answered without asking; " + text
		}
	}
	p := f.Lay("Widen “"+kit.Fit(drawing.PatternText(f.rule.Match), 60)+"”", f.Foot(b, text, width, st), width, height, st)
	p.Subject = kit.Short(f.place.home, f.place.state.Rules.Path)
	return p
}

func (f *widenForm) Bindings() []kit.Binding {
	var all []kit.Binding
	if f.Edited() {
		all = append(all, kit.Bind("save", f.save, "enter"))
	}
	return append(append(all, f.Keys()...), kit.Bind("cancel", f.Cancel, "esc"))
}

func (f *widenForm) save(m *kit.Model) tea.Cmd {
	t, book, id := f.place, f.place.state.Rules.Book, f.rule.ID
	m.Pop()
	return t.state.Rules.Change(m, follow.Edit{
		Cannot: "widen the rule",
		Do: func(ctx context.Context) error {
			_, err := book.Change(ctx, id, "rules widen", func(r question.Rule) (question.Rule, error) { return f.widened(r), nil })
			return err
		},
		Then: func(m *kit.Model) tea.Cmd {
			m.Say("widened " + drawing.Quoted(f.rule) + " · z to undo")
			return nil
		},
	})
}
