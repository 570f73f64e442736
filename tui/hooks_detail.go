package tui

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/thirdparty/conflict"
)

// detail is what is known of the chosen row.
func (t *hooksTab) detail(width, height int, st *styles) []string {
	r := t.chosen()
	switch {
	case r.finding != nil:
		return findingRows(t.home, *r.finding, width, st)
	case r.event != nil:
		return eventRows(*r.event, t.found.count[string(r.event.Event)], width, st)
	case r.more > 0:
		all := styled(indented("enter lists every event, with what it is and what its hooks may return.", 1, width), st.muted)
		if len(t.found.entries) == 0 {
			text := "A hook is a program that Claude Code runs when something happens. There is none yet, in your settings, those of this project, plugins, skills or anywhere else."
			all = append(append(indented(text, 1, width), ""), all...)
		}
		return all
	case r.entry == nil:
		return []string{st.muted.Render(" nothing is listed; esc shows all hooks")}
	case r.group > 0:
		return t.groupRows(r, width, st)
	}
	all := t.hookRows(r.entry, width, st)
	if len(all) > height {
		all = t.briefRows(r.entry, width, st)
	}
	return all
}

// eventRows say what is known of an event.
func eventRows(about dispatch.About, n, width int, st *styles) []string {
	all := styled(indented(clean("", string(about.Event))+": "+about.What, 1, width), st.strong)
	all = append(all, "")
	add := func(label, text string) { all = append(all, labelled(label, clean("", text), width, st)...) }
	if about.Returns == "" {
		return append(all, styled(indented("A hook for it never runs. It may be a slip, or of another version.", 1, width), st.muted)...)
	}
	add("matcher", cmp.Or(about.Filter, "ignored: every hook runs every time"))
	if len(about.Values) > 0 {
		add("such as", strings.Join(about.Values, ", "))
	}
	add("may return", about.Returns)
	add("hooks", fmt.Sprint(n))
	return all
}

// groupRows name the hooks of a group.
func (t *hooksTab) groupRows(r hookRow, width int, st *styles) []string {
	all := styled(indented(diffview.Count(r.group, "hook")+" of one matcher group", 1, width), st.strong)
	add := func(label, text string) { all = append(all, labelled(label, text, width, st)...) }
	all = append(all, "")
	t.placeRows(r.entry, add)
	for i, h := range r.entry.Group.Handlers {
		label := ""
		if i == 0 {
			label = "runs"
		}
		add(label, hookName(t.home, h))
	}
	return all
}

// placeRows say where a hook stands and what it fires for.
func (t *hooksTab) placeRows(e *hookEntry, add func(label, text string)) {
	line := e.Handler.Line
	label := "in"
	if e.parked != nil {
		line, label = 0, "was in"
	}
	add(label, sourceName(e.Source)+" "+fileAt(t.home, e.Source.File, line, 0))
	about := t.found.about(e.Group.Event)
	if about.Returns == "" {
		add("at", clean("", e.Group.Event))
		return
	}
	add("at", clean("", e.Group.Event+": "+about.What))
	add("fires for", clean("", firesFor(about, e.Group.Matcher)))
}

// briefRows are what matters most of a hook, where there is little room.
func (t *hooksTab) briefRows(e *hookEntry, width int, st *styles) []string {
	all := styled(indented(hookName(t.home, e.Handler), 1, width), st.strong)
	if len(all) > 2 {
		all = append(all[:1], " "+st.strong.Render(fit("…"+strings.TrimSpace(all[1]), width-1)))
	}
	all = append(all, noted(e.state.badge(), clean(t.home, e.why), width, st)...)
	add := func(label, text string) {
		if text != "" {
			all = append(all, labelled(label, text, width, st)...)
		}
	}
	t.placeRows(e, add)
	add("only if", clean("", e.Handler.If))
	add("limit", patience(e.Handler))
	add("seen", t.seenText(e.ID))
	return all
}

// hookRows say everything that is to be known of a hook.
func (t *hooksTab) hookRows(e *hookEntry, width int, st *styles) []string {
	h := e.Handler
	all := styled(indented(cmp.Or(clean(t.home, h.Summary()), "runs nothing"), 1, width), st.strong)
	all = append(all, noted(e.state.badge(), clean(t.home, e.why), width, st)...)
	switch {
	case t.ours(e):
		does := config.PackOf(h).Purpose(e.Group.Event)
		all = append(all, noted(mark("·", "neverask's own", calm), does+"; installed and removed on Home", width, st)...)
	case e.Source.ReadOnly != "" && e.parked == nil:
		all = append(all, noted(mark("·", "read-only", calm), clean(t.home, e.Source.ReadOnly), width, st)...)
	}
	all = append(all, "")
	add := func(label, text string) {
		if text != "" {
			all = append(all, labelled(label, text, width, st)...)
		}
	}
	t.placeRows(e, add)
	if m := e.Group.Matcher; m != nil {
		add("matcher", clean("", *m))
	}
	add("only if", clean("", h.If))
	add("type", clean("", h.Type))
	if h.Model != "" {
		add("model", clean("", h.Model))
	}
	if h.Shell != "" {
		add("shell", clean("", h.Shell))
	}
	add("limit", patience(h))
	add("seen", t.seenText(e.ID))
	for _, f := range hookFlags(h) {
		add(f.name, f.about)
	}
	add("on failure", clean("", h.OnFailure))
	add("shows", clean(t.home, h.StatusMessage))
	add("may return", t.found.about(e.Group.Event).Returns)
	if e.parked != nil {
		add("parked", e.parked.Receipt.Time.Local().Format("2 Jan 2006 15:04")+", as change "+clean("", e.parked.Receipt.ID))
	} else {
		add("id", e.ID)
	}
	return all
}

// seenText says what past sessions tell of a hook. They do not tell of all runs.
func (t *hooksTab) seenText(id string) string {
	s, ok := t.seen[id]
	if !ok {
		return ""
	}
	text := fmt.Sprintf("at least %d×, last %s", s.Seen, since(t.overview.now(), s.Last))
	if s.Median() > 0 {
		text += ", " + conflict.Took(s.Median()) + " in the middle"
	}
	if s.Failed() > 0 {
		text += fmt.Sprintf(", ▲ failed %d×", s.Failed())
	}
	return text
}

// patience is how long a handler may take: what it says, or what Claude Code
// 2.1.329 allows by itself.
func patience(h config.Handler) string {
	if h.Timeout > 0 {
		return seconds(h.Timeout)
	}
	switch h.Type {
	case "prompt":
		return "30 s, Claude Code's own"
	case "agent":
		return "60 s, Claude Code's own"
	}
	return "600 s, Claude Code's own"
}

// ours reports whether a hook is neverask's own.
func (t *hooksTab) ours(e *hookEntry) bool {
	for _, s := range t.overview.statuses {
		if s.Hook.Path != "" && e.Handler.Type == "command" && e.Handler.Command == s.Hook.Path {
			return true
		}
	}
	return false
}

// hookDetail shows all of a hook, with its text.
type hookDetail struct {
	tab   *hooksTab
	entry *hookEntry
	memo  memo
}

func (*hookDetail) crumb() string { return "Details" }

// openRow shows all of a hook, or unfolds what is folded.
func (t *hooksTab) openRow(m *model) tea.Cmd {
	switch r := t.chosen(); {
	case r.more > 0:
		return t.turnIdle(m)
	case r.event != nil:
		return t.fold(m)
	case r.finding != nil:
		m.push(&aside{home: t.home, item: item{finding: r.finding}})
	case r.entry != nil && r.group == 0:
		m.push(&hookDetail{tab: t, entry: r.entry})
		m.say("")
	}
	return nil
}

func (d *hookDetail) page(width, height int, st *styles) page {
	rows := d.memo.of(width, st, func() []string {
		all := append([]string{""}, d.tab.hookRows(d.entry, prose(width), st)...)
		all = append(all, changesOf(d.entry, width, st)...)
		all = append(all, "", " "+st.strong.Render("As it stands in its file"))
		for l := range strings.SplitSeq(indentedJSON(d.entry.Handler.Raw), "\n") {
			all = append(all, styled(indented(clean(d.tab.home, l), 1, width), st.muted)...)
		}
		return all
	})
	p := lines(rows)
	p.subject = sourceName(d.entry.Source) + " " + short(d.tab.home, d.entry.Source.File)
	return p
}

// changesOf shows how a hook differs from what the person has seen of it.
func changesOf(e *hookEntry, width int, st *styles) (all []string) {
	if e.pin == nil {
		return nil
	}
	for _, c := range e.pin.Changes {
		all = append(all, "", " "+st.strong.Render(fit(clean("", c.Name)+", since "+e.pin.Since.Local().Format("2 January"), width-1)))
		if !c.Text {
			all = append(all, styled(indented("It is another. No copy of what it was is kept.", 1, width), st.muted)...)
		}
		for _, row := range diffview.Unified([]byte(c.Before), []byte(c.After), 3) {
			all = append(all, " "+fit(diffview.Visible(strings.TrimRight(diffview.Text([]diffview.Row{row}), "\n")), width-1))
		}
	}
	return all
}

// keepSeen takes a hook for seen as it is now.
func (d *hookDetail) keepSeen(m *model) tea.Cmd {
	if err := d.tab.backend.KeepSeen(context.Background(), *d.entry.pin); err != nil {
		m.say("it could not be remembered: " + clean(d.tab.home, err.Error()))
		return nil
	}
	cmd := tea.Batch(m.back(), m.reload())
	m.say("seen, as it is now")
	return cmd
}

// indentedJSON lays a value out for reading, without its secrets.
func indentedJSON(raw string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if enc.Encode(json.RawMessage(diffview.Redact(raw))) != nil {
		return diffview.Redact(raw)
	}
	return strings.TrimSpace(b.String())
}

func (d *hookDetail) bindings() []binding {
	all := d.tab.hookBindings(d.entry)
	if d.entry.pin != nil {
		all = append(all, bind("seen", d.keepSeen, "x").means("take it for seen as it is now: nothing says any more that it changed").writing())
	}
	return append(all, bind("back", (*model).back, "esc", "enter"))
}
