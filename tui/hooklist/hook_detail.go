package hooklist

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// detail draws the details of the chosen row.
func (t *Place) detail(width, height int, st *kit.Styles) []string {
	r := t.chosen()
	switch {
	case r.finding != nil:
		return hookstate.FindingRows(t.home, *r.finding, width, st)
	case r.event != nil:
		all := eventRows(*r.event, t.found.count[string(r.event.Event)], width, st)
		if t.found.count[string(r.event.Event)] > 0 { // enter folds it
			all = kit.Cut(all, height, width)
		}
		return all
	case r.more > 0:
		all := kit.Styled(kit.Indented("Press enter to list every event, with what it is and what its hooks may return.",
			1, width), st.Muted)
		if len(t.found.entries) == 0 && len(t.found.sources.Findings) == 0 {
			text := "A hook is a program that Claude Code runs when something happens. You have none yet: not in your settings, this project's settings, plugins, skills or anywhere else."
			all = append(append(kit.Indented(text, 1, width), ""), all...)
		}
		return all
	case r.own > 0:
		return kit.Styled(kit.Indented("neverask's own hooks: u uninstalls them. Press enter to "+foldVerbs[t.own]+" them.",
			1, width), st.Muted)
	case r.entry == nil:
		return t.filter.find.NoMatches(t.filter.sifted(), st)
	case r.group > 0:
		return kit.Cut(t.groupRows(r, width, st), height, width)
	}
	all := t.hookRows(r.entry, width, st)
	if len(all) > height || height <= kit.ShortDetail {
		all = append(t.briefRows(r.entry, true, width, st), otherRows(t.home, r.entry, width, st)...)
	}
	return kit.More(all, height, t.inFile(r.entry, width, st))
}

// eventRows describe an event.
func eventRows(about dispatch.About, n, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(kit.Clean("", string(about.Event))+": "+about.What, 1, width), st.Strong)
	add := func(label, text string) { all = append(all, kit.Labelled(label, kit.Clean("", text), width, st)...) }
	if about.Returns == "" {
		return append(all,
			kit.Styled(kit.Indented("Hooks for it never run. It may be a typo, or belong to another version.", 1, width),
				st.Muted)...)
	}
	add("may return", about.Returns)
	add("matcher", cmp.Or(about.Filter, "ignored: all hooks run"))
	if len(about.Values) > 0 {
		add("such as", strings.Join(about.Values, ", "))
	}
	add("hooks", fmt.Sprint(n))
	return all
}

// groupRows name the hooks of a group.
func (k *known) groupRows(r row, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(diffview.Count(r.group, "hook")+" of one matcher group", 1, width), st.Strong)
	add := func(label, text string) { all = append(all, kit.Labelled(label, text, width, st)...) }
	for i, h := range r.entry.Group.Handlers {
		label := ""
		if i == 0 {
			label = "runs"
		}
		add(label, hookstate.HookName(k.home, h))
	}
	k.placeRows(r.entry, add)
	return all
}

// placeRows say where a hook is and what it fires for.
func (k *known) placeRows(e *entry, add func(label, text string)) {
	k.whereRow(e, add)
	k.atRow(e, add)
	if about := k.found.about(e.Group.Event); about.Returns != "" {
		add("fires for", kit.Clean("", dispatch.FiresFor(about, e.Group.Matcher)))
	}
}

// whereRow says where a hook is.
func (k *known) whereRow(e *entry, add func(label, text string)) {
	line := e.Handler.Line
	label := "in"
	if e.parked != nil {
		line, label = 0, "was in"
	}
	add(label, hookstate.SourceName(e.Source)+" "+kit.FileAt(k.home, e.Source.File, line, 0))
}

// atRow says at which event a hook runs.
func (k *known) atRow(e *entry, add func(label, text string)) {
	text := e.Group.Event
	if about := k.found.about(text); about.Returns != "" {
		text += ": " + about.What
	}
	add("at", kit.Clean("", text))
}

// briefRows describe a hook, the most important facts first. The command, the state, and what all
// hooks of its kind have in common get lines of their own only if needed. named says whether keys are named.
func (k *known) briefRows(e *entry, named bool, width int, st *kit.Styles) []string {
	h, about := e.Handler, k.found.about(e.Group.Event)
	name, reason := hookstate.HookName(k.home, h), e.reason(k.home, named)
	_, conflicts := k.conflict(e)
	all := kit.Styled(kit.Indented(name, 1, width), st.Strong)
	if len(all) > 2 {
		all = append(all[:1], " "+st.Strong.Render(kit.Fit("…"+strings.TrimSpace(all[1]), width-1)))
	}
	switch state := "  " + e.badge().Draw(st); {
	case conflicts && e.state == isActive: // what it does says that it runs
	case reason == "" && len(all) == 1 && kit.Width(all[0]+state) <= width:
		all[0] += state
	default:
		all = append(all, kit.Noted(e.badge(), reason, width, st)...)
	}
	all = append(all, k.conflictRows(e, named, width, st)...)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, kit.Clean("", text), width, st)...)
		}
	}
	k.whereRow(e, add)
	if about.Returns != "" {
		add("fires for", dispatch.FiresFor(about, e.Group.Matcher))
	}
	add("only if", h.If)
	add("seen", k.seenText(e.ID))
	if h.Timeout > 0 {
		add("limit", patience(h))
	}
	add("may return", about.Returns)
	k.atRow(e, add)
	return all
}

// otherRows are the facts about a hook that [known.briefRows] leaves out.
func otherRows(home string, e *entry, width int, st *kit.Styles) (all []string) {
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, kit.Clean("", text), width, st)...)
		}
	}
	if m := e.Group.Matcher; m != nil {
		add("matcher", *m)
	}
	if e.Handler.Timeout <= 0 {
		add("limit", patience(e.Handler))
	}
	restRows(home, e, add)
	return all
}

// restRows are the facts about a hook that matter least.
func restRows(home string, e *entry, add func(label, text string)) {
	h := e.Handler
	add("type", h.Type)
	add("model", h.Model)
	add("shell", h.Shell)
	for _, f := range hookFlags(h) {
		add(f.name, f.about)
	}
	add("on failure", h.OnFailure)
	add("shows", kit.Clean(home, h.StatusMessage))
	if e.parked != nil {
		add(string(e.state), kit.Moment(e.parked.Receipt.Time)+", as change "+e.parked.Receipt.ID)
	} else {
		add("id", e.ID)
	}
}

// conflictRows describe the conflict of a hook.
func (k *known) conflictRows(e *entry, named bool, width int, st *kit.Styles) []string {
	c, there := k.conflict(e)
	if !there {
		return nil
	}
	text := kit.Clean(k.home, c.Sentence)
	if named {
		text += kit.Then("press C to decide")
	}
	return kit.Noted(hookstate.SeverityBadge(c.Severity), text, width, st)
}

// kept says with which key one of neverask's own handlers is removed.
func kept(h config.Handler) string {
	if config.InstallableOf(h) == config.ActivityRecording {
		return "; R in the Log stops it"
	}
	return "; u uninstalls neverask's hooks"
}

// hookRows draw everything known about a hook.
func (k *known) hookRows(e *entry, width int, st *kit.Styles) []string {
	h := e.Handler
	all := kit.Styled(kit.Indented(cmp.Or(kit.Clean(k.home, h.Summary()), "runs nothing"), 1, width), st.Strong)
	conflicts := k.conflictRows(e, true, width, st)
	if conflicts == nil || e.state != isActive { // what it does says that it runs
		all = append(all, kit.Noted(e.badge(), e.reason(k.home, true), width, st)...)
	}
	all = append(all, conflicts...)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, kit.Clean("", text), width, st)...)
		}
	}
	switch {
	case k.installs.Ours(e.Handler):
		does := config.Purpose(e.Group.Event, h)
		all = append(all, kit.Noted(kit.Mark("·", "neverask's own", kit.Calm), does+kept(h), width, st)...)
	case e.Source.ReadOnly != "" && e.parked == nil:
		all = append(all, kit.Noted(kit.Mark("·", "read-only", kit.Calm), kit.Clean(k.home, e.Source.ReadOnly), width, st)...)
	}
	all = append(all, "")
	k.placeRows(e, add)
	if m := e.Group.Matcher; m != nil {
		add("matcher", *m)
	}
	add("only if", h.If)
	add("limit", patience(h))
	add("seen", k.seenText(e.ID))
	add("may return", k.found.about(e.Group.Event).Returns)
	restRows(k.home, e, add)
	return all
}

// seenText describes a hook's runs in past sessions. Transcripts do not have all of them.
func (k *known) seenText(id string) string {
	s, ok := k.seen[id]
	if !ok {
		return ""
	}
	text := fmt.Sprintf("at least %d×, %s", s.Seen, diffview.Last(k.now(), s.Last))
	if s.Median() > 0 {
		text += ", " + conflict.Took(s.Median()) + " median, " + conflict.Took(s.Max) + " at most"
	}
	for _, n := range []struct {
		what  string
		times int
	}{{"refused", s.Blocked}, {"interrupted", s.Cancelled}, {"▲ failed", s.Failed()}} {
		if n.times > 0 {
			text += fmt.Sprintf(", %s %d×", n.what, n.times)
		}
	}
	return text
}

// patience returns a handler's timeout: its own, or the default of Claude Code 2.1.329.
func patience(h config.Handler) string {
	if h.Timeout > 0 {
		return seconds(h.Timeout)
	}
	switch h.Type {
	case "prompt":
		return "30 s (Claude Code's default)"
	case "agent":
		return "60 s (Claude Code's default)"
	}
	return "600 s (Claude Code's default)"
}

// hookDetail shows all details of a hook, and its text.
type hookDetail struct {
	known *known
	entry *entry
	memo  kit.Memo
}

func (*hookDetail) Crumb() string { return kit.DetailsCrumb }

// reason says why a hook is in its state, and how to fix that.
func (e *entry) reason(home string, named bool) string {
	why := kit.Clean(home, e.why)
	if e.state.fixable() && named {
		why += kit.Then(pressD)
	}
	return why
}

// openRow opens the page of the chosen row, or folds or unfolds the row.
func (t *Place) openRow(m *kit.Model) tea.Cmd {
	switch r := t.chosen(); {
	case r.more > 0:
		t.turnIdle(m)
		t.pane.Keep(len(t.rows), func(i int) bool { return t.rows[i].event != nil && t.rows[i].listed == 0 })
	case r.own > 0:
		t.own = !t.own
		t.list()
	case r.event != nil && t.found.count[string(r.event.Event)] > 0:
		return t.fold(m)
	case r.event != nil:
		m.Push(&kit.Details{
			Keys: []kit.Binding{t.asking(string(r.event.Event), nil)}, About: func(width int, st *kit.Styles) []string {
				return eventRows(*r.event, 0, width, st)
			},
		})
	case r.finding != nil:
		m.Push(&kit.Details{Keys: []kit.Binding{kit.Doctor(), kit.Opening(r.finding.File, r.finding.Line, r.finding.Col), t.asking("", nil)},
			About: func(width int, st *kit.Styles) []string {
				return hookstate.FindingRows(t.home, *r.finding, width, st)
			}})
	case r.entry != nil && r.group == 0:
		return t.show(r.entry)(m)
	}
	return nil
}

// show opens the page of a hook.
func (k *known) show(e *entry) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		m.Push(&hookDetail{known: k, entry: e})
		return nil
	}
}

func (d *hookDetail) Page(width, height int, st *kit.Styles) kit.Page {
	rows := d.memo.Of(width, st, func() []string {
		all := append([]string{""}, d.known.hookRows(d.entry, kit.Prose(width-1), st)...)
		return append(all, d.known.inFile(d.entry, width-1, st)...)
	})
	p := kit.Lines(rows)
	p.Subject = hookstate.SourceName(d.entry.Source) + " " + kit.Short(d.known.home, d.entry.Source.File)
	return p
}

// inFile shows a hook as written in its file.
func (k *known) inFile(e *entry, width int, st *kit.Styles) []string {
	title := "In its file"
	if e.parked != nil {
		title = "As it was in its file"
	}
	all := []string{"", " " + st.Strong.Render(title)}
	for l := range strings.SplitSeq(indentedJSON(e.Handler.Raw), "\n") {
		all = append(all, kit.Styled(kit.Indented(kit.Clean("", l), 1, width), st.Muted)...)
	}
	return all
}

// indentedJSON indents a value, without its secrets.
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

func (d *hookDetail) Bindings() []kit.Binding {
	c, _ := d.known.conflict(d.entry)
	all := append(namedBy(d.entry, c.ID), d.known.hookBindings(d.entry)...)
	all = append(all, d.known.asking(d.entry.Group.Event, d.entry))
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc", "enter").Means("back, as does enter"))
}
