package hooklist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/tidwall/gjson"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// fires asks for a call, and lists the hooks that run for it, and those that just
// miss. It updates the list with every letter.
type fires struct {
	known  *known
	line   kit.Input
	first  string // the call shown before anything is typed
	call   dispatch.Call
	asked  string // what else to type; "" if the call is complete
	rows   []fired
	runs   int      // of the rows
	at     []string // the events at which hooks run for the tool, if none does before it
	found  bool     // whether rows are for the typed call
	latest *atomic.Int64
	pane   kit.Pane
}

func (*fires) Crumb() string { return "What runs" }

// fired is a hook that runs for a call, or just misses.
type fired struct {
	hook config.Hook
	runs bool
	why  string // why it does not run, or what that depends on
}

type firedMsg struct {
	page *fires
	mine int64
	rows []fired
	runs int
	at   []string
}

// asking returns the key that opens the page, first for a call that the hook runs for.
func (k *known) asking(event string, e *entry) kit.Binding {
	return kit.Bind("explain…", func(m *kit.Model) tea.Cmd {
		f := &fires{known: k, first: occasion(event, e), latest: new(atomic.Int64)}
		m.Push(f)
		return f.ask()
	}, "x").Means("explain which hooks run for a tool or an event, and those that almost match")
}

// occasion returns a call that the hook runs for, in the form to type: the event and the first name
// in its matcher, or else any value.
func occasion(event string, e *entry) string {
	about, _ := dispatch.Describe(hooks.Event(event))
	if event == "" || about.Filter == "" {
		return event
	}
	if e != nil {
		if names := config.ParseMatcher(e.Group.Matcher).Names(); len(names) > 0 {
			return event + " " + names[0]
		}
	}
	if len(about.Values) == 0 {
		return ""
	}
	return event + " " + about.Values[0]
}

// parseCall parses a call: a tool that is about to be used, or an event with the
// value that its matchers are compared with; then, optionally, the tool's input.
// asked says what else to type.
func parseCall(text string) (c dispatch.Call, asked string) {
	head, input := text, ""
	if i := strings.IndexByte(text, '{'); i >= 0 {
		head, input = text[:i], strings.TrimSpace(text[i:])
	}
	name, value, _ := strings.Cut(strings.TrimSpace(head), " ")
	value = strings.TrimSpace(value)
	if name == "" {
		return c,
			"Type a tool, such as Bash or mcp__github__search, or an event, such as SessionStart resume or PostToolUse Edit."
	}
	about := dispatch.About{Event: hooks.EventPreToolUse, Filter: "the name of the tool"}
	if i := slices.IndexFunc(hooks.Events(), func(e hooks.Event) bool { return strings.EqualFold(string(e), name) }); i >= 0 {
		about, _ = dispatch.Describe(hooks.Events()[i])
	} else if value == "" {
		value = name
	} else {
		return c, fmt.Sprintf("Claude Code has no event %s. For a tool, type just its name, or an event before it.", name)
	}
	c = dispatch.Call{Event: about.Event, Value: value, Input: input}
	switch {
	case about.Filter != "" && value == "":
		asked = fmt.Sprintf("Which hooks run on %s depends on %s. Type that too", about.Event, about.Filter)
		if len(about.Values) > 0 {
			asked += ", such as " + strings.Join(about.Values[:min(len(about.Values), 5)], ", ")
		}
		asked += "."
	case about.Filter == "" && value != "":
		asked = fmt.Sprintf("%s ignores matchers, so type nothing after it.", about.Event)
	case input != "" && !gjson.Valid(input):
		asked = "The input is not JSON yet: write it as {\"command\": \"git push\"}."
	}
	return c, asked
}

// ask finds the hooks in the background, because there may be thousands of patterns.
func (f *fires) ask() tea.Cmd {
	mine, latest := f.latest.Add(1), f.latest
	if f.call, f.asked = parseCall(cmp.Or(f.line.Text, f.first)); f.asked != "" {
		f.rows, f.found, f.runs = nil, false, 0
		return nil
	}
	sources, call := f.known.found.sources, f.call
	return func() tea.Msg {
		if latest.Load() != mine {
			return nil // another letter was typed
		}
		msg := firedMsg{page: f, mine: mine}
		found := dispatch.Find(sources, call)
		for _, x := range found.Fires {
			msg.rows = append(msg.rows, fired{x.Hook, true, x.Unless})
		}
		for _, x := range found.Misses {
			msg.rows = append(msg.rows, fired{x.Hook, false, x.Why})
		}
		if msg.runs = len(found.Fires); msg.runs == 0 && call.Event == hooks.EventPreToolUse {
			msg.at = dispatch.EventsOf(sources, call.Value)
		}
		return msg
	}
}

func (msg firedMsg) Take(*kit.Model) tea.Cmd {
	f := msg.page
	if msg.mine == f.latest.Load() {
		f.rows, f.runs, f.at, f.found = msg.rows, msg.runs, msg.at, true
		f.pane = kit.Pane{Room: f.pane.Room, Rest: "press enter for all"}
	}
	return nil
}

func (f *fires) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{}
	prompt := " " + st.Strong.Render("When this happens:") + " "
	line := f.line.Draw(max(width-21, 1), kit.Plain)
	if f.line.Text == "" && f.first != "" {
		line = st.Muted.Render(f.first + "  (type another tool or event)")
	}
	p.Head = append(p.Head, kit.Fit(prompt+line, width))
	p.Head = append(p.Head, kit.Styled(f.answer(width), st.Muted)...)
	p.Head = append(p.Head, kit.Spaced(height, "")...)
	if len(f.rows) == 0 {
		return p
	}
	return f.pane.Lay(p, width, height, len(f.rows), st,
		func(i, width int) string { return f.row(i, width, st) },
		func(width, height int) []string { return f.detail(width, height, st) })
}

// answer summarises which hooks run.
func (f *fires) answer(width int) []string {
	if f.asked != "" {
		return kit.Indented(diffview.Visible(f.asked), 1, width-1)
	}
	text := diffview.Visible(strings.TrimSpace(string(f.call.Event)+" "+f.call.Value)) + ": "
	switch fails := f.failing(); {
	case !f.found:
		text += "…"
	case fails > 0:
		text += fmt.Sprintf("%d of %s can run, %d cannot", f.runs-fails, diffview.Count(f.runs, "hook"), fails)
	case len(f.at) > 0:
		text += fmt.Sprintf("no hook runs, only at %s · type “%s %s”",
			strings.Join(f.at, ", "), f.at[0], diffview.Visible(f.call.Value))
	case f.runs == 0:
		text += "no hook runs"
	case f.runs == 1:
		text += "1 hook runs"
	default:
		text += fmt.Sprintf("%d hooks run, all at once", f.runs)
	}
	if misses := len(f.rows) - f.runs; misses == 1 {
		text += " · 1 just misses"
	} else if misses > 0 {
		text += fmt.Sprintf(" · %d just miss", misses)
	}
	all := append(kit.Indented(text, 1, width-1), f.doubt(width)...)
	if broken := f.known.found.sources.Findings; len(broken) > 0 {
		at := kit.FileAt(f.known.home, broken[0].File, broken[0].Line, broken[0].Col)
		all = append(all, kit.Indented("as far as can be read: "+at+" is broken", 1, width-1)...)
	}
	return all
}

// failing returns how many of the hooks that match cannot run.
func (f *fires) failing() (n int) {
	for _, r := range f.rows {
		if f.fails(r) != "" {
			n++
		}
	}
	return n
}

// doubt says how a name was read that is neither an event nor a tool of Claude Code: it may be
// half an event.
func (f *fires) doubt(width int) []string {
	name, _, _ := strings.Cut(strings.TrimSpace(f.line.Text), " ")
	if name == "" || name != f.call.Value || dispatch.IsTool(name) || strings.HasPrefix(name, "mcp__") {
		return nil
	}
	var events []string
	near := ""
	for _, e := range slices.Backward(hooks.Events()) {
		events = append(events, string(e))
		if len(name) > 2 && strings.HasPrefix(strings.ToLower(string(e)), strings.ToLower(name)) {
			near = string(e)
		}
	}
	text := "“" + diffview.Visible(name) + "” is not an event"
	if near = cmp.Or(near, strictjson.Nearest(name, events)); near != "" {
		text += " (" + near + "?)"
	}
	text += "; read as a tool name"
	return kit.Indented(text, 1, width-1)
}

func (f *fires) row(i, width int, st *kit.Styles) string {
	r := f.rows[i]
	style, left := kit.RowStart(i == f.pane.Chosen, st)
	b := kit.Mark("●", "runs", kit.Good)
	switch why := f.fails(r); {
	case why != "":
		if b, r.why = isFailing.badge(), why; strings.HasSuffix(why, " is not there") {
			r.why = "its program is not there" // the name beside it says which
		}
	case !r.runs:
		b = kit.Mark("○", "misses", kit.Calm)
	case r.why != "":
		b = kit.Mark("◐", "may run", kit.Calm)
	}
	s := left + kit.Pad(b.Draw(st), 13)
	room := width - 16
	name := hookstate.HookName(f.known.home, r.hook.Handler)
	if r.why == "" || width < kit.Wide {
		return s + style.Render(hookstate.FitCommand(name, r.hook.Handler, room))
	}
	half := min(room*2/5, max(len(name), 12))
	return s + style.Render(kit.Pad(hookstate.FitCommand(name, r.hook.Handler, half), half)) + "  " +
		st.Muted.Render(kit.Fit(kit.Clean(f.known.home, r.why), room-half-2))
}

func (f *fires) detail(width, height int, st *kit.Styles) []string {
	if f.pane.Chosen >= len(f.rows) {
		return nil
	}
	r := f.rows[f.pane.Chosen]
	var all []string
	switch {
	case f.fails(r) != "": // the hook's own rows say so
	case !r.runs:
		all = kit.Noted(kit.Mark("○", "misses", kit.Calm), kit.Clean(f.known.home, r.why), width, st)
	case r.why != "":
		all = kit.Noted(kit.Mark("◐", "may run", kit.Calm), kit.Clean(f.known.home, r.why), width, st)
	}
	if e := f.known.entry(r.hook.ID); e != nil {
		all = append(all, f.known.briefRows(e, false, width, st)...)
	}
	return all
}

// fails says why a hook that matches cannot run; "" if it can.
func (f *fires) fails(r fired) string {
	if e := f.known.entry(r.hook.ID); r.runs && e != nil && e.state == isFailing {
		return e.why
	}
	return ""
}

// entry finds a hook in the list.
func (k *known) entry(id string) *entry {
	i := slices.IndexFunc(k.found.entries, func(e entry) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return &k.found.entries[i]
}

func (f *fires) Bindings() []kit.Binding {
	var all []kit.Binding
	if f.pane.Chosen < len(f.rows) {
		if e := f.known.entry(f.rows[f.pane.Chosen].hook.ID); e != nil {
			all = append(all, kit.Bind("show the hook", f.known.show(e), "enter"))
		}
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

func (f *fires) Move(by int) { f.pane.Move(by, len(f.rows)) }

func (f *fires) Count() int { return len(f.rows) }

// Click chooses a row.
func (f *fires) Click(row int) func(*kit.Model) tea.Cmd {
	return f.pane.Click(row, len(f.rows), nil, nil)
}

func (f *fires) Typing() *kit.Input { return &f.line }

func (f *fires) TypedText(*kit.Model) tea.Cmd { return f.ask() }
