package change

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/tui/kit"
)

// changeDetails shows what an operation did, as its plan was shown.
type changeDetails struct {
	Diff
	tab       *Changes
	operation *Entry
	read      bool
	err       error
}

func (*changeDetails) Crumb() string { return kit.DetailsCrumb }

type recordedMsg struct {
	record  *changeDetails
	preview *Preview
	err     error
}

// open shows what the chosen operation did.
func (t *Changes) open(m *kit.Model) tea.Cmd {
	o := t.chosen()
	r := &changeDetails{Diff: Diff{Home: t.home}, tab: t, operation: o}
	m.Push(r)
	b, home := t.backend, t.home
	return func() tea.Msg {
		p, err := reenact(b, o, home)
		return recordedMsg{r, p, err}
	}
}

func (msg recordedMsg) Take(*kit.Model) tea.Cmd {
	msg.record.read, msg.record.err = true, msg.err
	if msg.err == nil {
		msg.record.Replace(msg.preview)
		msg.record.View = msg.preview.Opens()
	}
	return nil
}

// reenact rebuilds the plan of a past operation.
func reenact(b ChangesBackend, o *Entry, home string) (*Preview, error) {
	first := o.Receipts[0]
	p := &Preview{
		Operation: Operation{Target: planner.Target{Path: first.Path}},
		Past:      kit.Tilde(home, diffview.Visible(o.Description)),
	}
	for _, r := range o.Receipts {
		plan, kept := b.Made(r)
		if !kept {
			return nil, errNotKept
		}
		p.Parts = append(p.Parts, Part{Plan: plan, Summary: plan.Summary()})
	}
	for i, one := range p.Parts {
		p.Draw(i, one, home)
	}
	return p, nil
}

var errNotKept = errors.New("the old content is gone: only a file's latest contents are kept")

func (r *changeDetails) Page(width, height int, st *kit.Styles) kit.Page {
	switch {
	case r.err != nil:
		all := append([]string{""},
			kit.Styled(kit.Indented(kit.Tilde(r.Home, diffview.Visible(r.operation.Description)), 1, width-1), st.Strong)...)
		all = append(all,
			kit.Noted(kit.Mark("▲", "cannot be shown", kit.Warn), kit.Clean(r.Home, r.err.Error()), width, st)...)
		return kit.Lines(append(append(all, ""), r.edits(width-1, st)...))
	case !r.read:
		return kit.Lines([]string{"", "  " + st.Muted.Render("reading …")})
	}
	p := r.Diff.Page(width, height, st)
	p.Subject = r.operation.Files(r.Home)
	o := r.operation
	if tried := r.tab.tried[o.ID()]; tried.More != nil {
		p.Head = append(p.Head, tried.Rows(width, st)...)
		p.Head = append(p.Head, kit.Spaced(height, "")...)
	}
	p.Foot = []string{" " + kit.Ends(r.Preview.Tally(),
		st.Muted.Render(r.tab.badgeOf(o).Word+" · "+diffview.Since(r.tab.now(), o.Receipts[0].Time))+" ", width-1)}
	return p
}

// edits lists the recorded edits of a change whose contents are gone.
func (r *changeDetails) edits(width int, st *kit.Styles) (all []string) {
	for _, part := range r.operation.Receipts {
		for _, e := range part.Edits {
			where := e.Path.String()
			if e.Key != "" {
				where += "/" + e.Key
			}
			all = append(all,
				kit.Styled(kit.Indented(kit.Short(r.Home, part.Path)+" "+diffview.Visible(where), 1, width), st.Accent)...)
			if e.Old != "" {
				all = append(all,
					kit.Styled(kit.Indented("- "+kit.Clean(r.Home, Compact(e.Old)), 3, width), st.Rows[diffview.Removed])...)
			}
			if e.New != "" {
				all = append(all,
					kit.Styled(kit.Indented("+ "+kit.Clean(r.Home, Compact(e.New)), 3, width), st.Rows[diffview.Added])...)
			}
		}
	}
	return all
}

func (r *changeDetails) Bindings() []kit.Binding {
	all := r.tab.undoBindings(r.operation)
	if r.read && r.err == nil {
		all = append(all, r.Viewing()...)
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc", "enter"))
}
