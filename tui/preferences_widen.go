package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
)

// widenForm chooses what a rule lets pass, in each slot in which the person has seen
// several values.
type widenForm struct {
	form
	tab    *preferencesTab
	rule   question.Rule // with a wording
	offers []question.Offer
}

func (*widenForm) crumb() string { return "Widen" }

// widen opens the form for the chosen rule.
func (t *preferencesTab) widen(m *model) tea.Cmd {
	r, _ := t.chosen()
	seen := t.backend.Seen(r)
	f := &widenForm{tab: t, offers: r.Offers(seen)}
	f.rule, _ = r.Worded(seen)
	for i, o := range f.offers {
		x := &formField{name: fmt.Sprint(i), label: o.Slot, choices: []string{"nothing new"}}
		now, _ := f.rule.Widen.In(o.Slot)
		for j, width := range o.Choices {
			x.choices = append(x.choices, width.String())
			if width.String() == now.String() {
				x.chosen = j + 1
			}
		}
		if passes := now.Words != "" || len(now.Only) > 0; passes && x.chosen == 0 {
			x.choices, x.chosen = append(x.choices, now.String()), len(x.choices)
			f.offers[i].Choices = append(o.Choices, now)
		}
		f.fields = append(f.fields, x)
	}
	f.visible = func() []*formField { return f.fields }
	f.about = func(x *formField) string {
		return "seen: " + clean(t.home, strings.Join(f.offer(x).Seen, ", "))
	}
	f.begin()
	m.push(f)
	return nil
}

// offer is the one that a field is about.
func (f *widenForm) offer(x *formField) question.Offer {
	for i := range f.fields {
		if f.fields[i] == x {
			return f.offers[i]
		}
	}
	return question.Offer{}
}

// widened is the rule with what is chosen.
func (f *widenForm) widened(r question.Rule) question.Rule {
	r.Match.Text = f.rule.Match.Text
	for i, x := range f.fields {
		width := question.Width{Slot: f.offers[i].Slot}
		if x.chosen > 0 {
			width = f.offers[i].Choices[x.chosen-1]
		}
		r.Widen = r.Widen.With(width)
	}
	return r
}

func (f *widenForm) page(width, height int, st *styles) page {
	b, text := mark("·", "nothing passes", calm), "every value that you have not seen is asked once"
	if r := f.widened(f.rule); len(r.Widen) > 0 {
		b, text = mark("●", "passes", good), "money, hosts, accounts, environments, versions, paths outside the project and what cannot be undone never do"
		if other := r.Another(); other != "" {
			text = "“" + clean(f.tab.home, other) + "” is answered without asking; " + text
		}
	}
	p := f.lay("Widen "+quoted(f.rule), f.foot(b, text, width, height, st), width, height, st)
	p.subject = short(f.tab.home, f.tab.book.path)
	return p
}

func (f *widenForm) bindings() []binding {
	var all []binding
	if f.edited() {
		all = append(all, bind("save", f.save, "enter"))
	}
	return append(append(all, f.keys()...), bind("cancel", f.cancel, "esc"))
}

func (f *widenForm) save(m *model) tea.Cmd {
	t, book, id := f.tab, f.tab.book.book, f.rule.ID
	m.pop()
	return t.book.change(m, edit{
		do: func(ctx context.Context) error {
			_, err := book.Change(ctx, id, "prefs widen", func(r question.Rule) (question.Rule, error) { return f.widened(r), nil })
			return err
		},
		then: func(m *model, err error) tea.Cmd {
			if err != nil {
				return t.failed(m, "widen the rule", err)
			}
			m.say("widened " + quoted(f.rule) + " · z takes it back")
			return nil
		},
	})
}
