package tui

import (
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
)

// fires asks what happens, and lists the hooks that run then, and those that
// just miss. It is asked anew with every letter.
type fires struct {
	tab    *hooksTab
	line   typed
	call   dispatch.Call
	asked  string // what is missing before anything can be said
	rows   []fired
	runs   int // of the rows
	known  bool
	latest *atomic.Int64
	pane   pane
}

func (*fires) crumb() string { return "What runs" }

// fired is a hook that runs, or does not although one might think so.
type fired struct {
	hook config.Hook
	runs bool
	why  string // it does not, or what it still depends on
}

type firedMsg struct {
	page *fires
	mine int64
	rows []fired
	runs int
}

func (t *hooksTab) askFires(m *model) tea.Cmd {
	f := &fires{tab: t, latest: new(atomic.Int64)}
	f.call, f.asked = parseCall("")
	m.push(f)
	m.say("")
	return nil
}

// parseCall reads what happens: a tool that is about to be used, or an event
// with what its matchers are compared with; then the tool's input, if it is to
// be looked at. asked says what is still to be typed.
func parseCall(text string) (c dispatch.Call, asked string) {
	head, input := text, ""
	if i := strings.IndexByte(text, '{'); i >= 0 {
		head, input = text[:i], strings.TrimSpace(text[i:])
	}
	name, value, _ := strings.Cut(strings.TrimSpace(head), " ")
	value = strings.TrimSpace(value)
	if name == "" {
		return c, "Type a tool, such as Bash or mcp__github__search, or an event, such as SessionStart resume or PostToolUse Edit."
	}
	about := dispatch.About{Event: hooks.EventPreToolUse, Filter: "the name of the tool"}
	if i := slices.IndexFunc(hooks.Events(), func(e hooks.Event) bool { return strings.EqualFold(string(e), name) }); i >= 0 {
		about, _ = dispatch.Describe(hooks.Events()[i])
	} else if value == "" {
		value = name
	} else {
		return c, fmt.Sprintf("Claude Code knows no event %s; for a tool, type its name alone, or an event before it.", name)
	}
	c = dispatch.Call{Event: about.Event, Value: value, Input: input}
	switch {
	case about.Filter != "" && value == "":
		asked = fmt.Sprintf("Which hooks run at %s depends on %s: type it too", about.Event, about.Filter)
		if len(about.Values) > 0 {
			asked += ", such as " + strings.Join(about.Values[:min(len(about.Values), 5)], ", ")
		}
		asked += "."
	case about.Filter == "" && value != "":
		asked = fmt.Sprintf("%s ignores matchers, so nothing comes after it.", about.Event)
	case input != "" && !gjson.Valid(input):
		asked = "The input is not JSON yet: write it as {\"command\": \"git push\"}."
	}
	return c, asked
}

// ask finds out, beside the screen, because there may be thousands of patterns.
func (f *fires) ask() tea.Cmd {
	mine, latest := f.latest.Add(1), f.latest
	if f.call, f.asked = parseCall(f.line.text); f.asked != "" {
		f.rows, f.known, f.runs = nil, false, 0
		return nil
	}
	sources, call := f.tab.found.sources, f.call
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
		msg.runs = len(found.Fires)
		return msg
	}
}

func (msg firedMsg) take(*model) tea.Cmd {
	f := msg.page
	if msg.mine == f.latest.Load() {
		f.rows, f.runs, f.known = msg.rows, msg.runs, true
		f.pane = pane{room: f.pane.room}
	}
	return nil
}

func (f *fires) page(width, height int, st *styles) page {
	p := page{subject: "what fires?"}
	prompt := " " + st.strong.Render("When this happens:") + " "
	p.head = append(p.head, fit(prompt+f.line.draw(max(width-21, 1), plain), width))
	p.head = append(p.head, styled(f.answer(width), st.muted)...)
	p.head = append(p.head, spaced(height, "")...)
	if len(f.rows) == 0 {
		return p
	}
	return f.pane.lay(p, width, height, len(f.rows), st,
		func(i, width int) string { return f.row(i, width, st) },
		func(width, height int) []string { return f.detail(width, height, st) })
}

// answer sums up.
func (f *fires) answer(width int) []string {
	if f.asked != "" {
		return indented(diffview.Visible(f.asked), 1, width-1)
	}
	what := diffview.Visible(strings.TrimSpace(string(f.call.Event) + " " + f.call.Value))
	misses := len(f.rows) - f.runs
	text := fmt.Sprintf("%s: ", what)
	switch {
	case !f.known:
		text += "…"
	case f.runs == 0:
		text += "no hook runs"
	case f.runs == 1:
		text += "1 hook runs"
	default:
		text += fmt.Sprintf("%d hooks run, all at once", f.runs)
	}
	if misses > 0 {
		text += fmt.Sprintf(" · %d just miss", misses)
		if misses == 1 {
			text += "es"
		}
	}
	return indented(text, 1, width-1)
}

func (f *fires) row(i, width int, st *styles) string {
	r := f.rows[i]
	style, left := rowStart(i == f.pane.chosen, st)
	b := mark("●", "runs", good)
	switch why := f.fails(r); {
	case why != "":
		b, r.why = hookFails.badge(), why
	case !r.runs:
		b = mark("○", "misses", calm)
	case r.why != "":
		b = mark("◐", "may run", warn)
	}
	s := left + pad(b.draw(st), 10)
	room := width - 12
	name := hookName(f.tab.home, r.hook.Handler)
	if r.why == "" || width < wide {
		return s + style.Render(fit(name, room))
	}
	half := min(room*2/5, max(len(name), 12))
	return s + style.Render(pad(name, half)) + "  " + st.muted.Render(fit(clean(f.tab.home, r.why), room-half-2))
}

func (f *fires) detail(width, height int, st *styles) []string {
	if f.pane.chosen >= len(f.rows) {
		return nil
	}
	r := f.rows[f.pane.chosen]
	var all []string
	switch {
	case f.fails(r) != "": // the hook itself says so
	case !r.runs:
		all = noted(mark("○", "misses", calm), clean(f.tab.home, r.why), width, st)
	case r.why != "":
		all = noted(mark("◐", "may run", warn), clean(f.tab.home, r.why), width, st)
	}
	if e := f.tab.entry(r.hook.ID); e != nil {
		all = append(all, f.tab.briefRows(e, width, st)...)
	}
	return all
}

// fails says why a hook that runs cannot do anything.
func (f *fires) fails(r fired) string {
	if e := f.tab.entry(r.hook.ID); r.runs && e != nil && e.state == hookFails {
		return e.why
	}
	return ""
}

// entry finds a hook in the list.
func (t *hooksTab) entry(id string) *hookEntry {
	i := slices.IndexFunc(t.found.entries, func(e hookEntry) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return &t.found.entries[i]
}

func (f *fires) bindings() []binding {
	var all []binding
	if f.pane.chosen < len(f.rows) {
		if e := f.tab.entry(f.rows[f.pane.chosen].hook.ID); e != nil {
			all = append(all, bind("show the hook", func(m *model) tea.Cmd {
				m.push(&hookDetail{tab: f.tab, entry: e})
				return nil
			}, "enter"))
		}
	}
	return append(all, bind("back", (*model).back, "esc"))
}

func (f *fires) move(by int) { f.pane.move(by, len(f.rows)) }

func (f *fires) count() int { return len(f.rows) }

// click chooses a row.
func (f *fires) click(row int) func(*model) tea.Cmd {
	if i, ok := f.pane.at(row); ok && i < len(f.rows) {
		f.pane.chosen = i
	}
	return nil
}

func (f *fires) typing() *typed { return &f.line }

func (f *fires) typedText(*model) tea.Cmd { return f.ask() }
