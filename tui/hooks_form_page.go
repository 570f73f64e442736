package tui

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/config"
	"neverask/hooks/fire"
	"neverask/settings"
)

var errUnchanged = errors.New("nothing is changed yet")

// look finds out whether Claude Code would take what the form says, as it is
// done when it is planned.
func (f *hookForm) look() {
	said := f.said()
	if f.looked != nil && slices.Equal(said, f.looked) {
		return
	}
	f.looked = said
	f.err, f.slip = f.check(), f.slipped()
}

func (f *hookForm) check() error {
	if f.base == nil {
		matcher, handler, err := f.handler()
		if err == nil {
			_, err = config.Add(settings.Document{}, f.event(), matcher, handler)
		}
		return err
	}
	r, err := f.changed()
	switch {
	case err != nil:
		return err
	case r.Matcher == "" && len(r.Members) == 0:
		return errUnchanged
	}
	// The hook alone, because its file may be long.
	group := `{"hooks":[` + f.base.Handler.Raw + `]}`
	if m := f.base.Group.Matcher; m != nil {
		group = `{"matcher":` + settings.Quote(*m) + `,"hooks":[` + f.base.Handler.Raw + `]}`
	}
	doc, err := settings.Document{}.Append(settings.Path{"hooks", f.event()}, group)
	if err == nil {
		_, err = config.Revise(doc, config.Place{Event: f.event()}, r)
	}
	return err
}

// slipped finds a matcher that nearly names something that Claude Code knows.
func (f *hookForm) slipped() string {
	about, _ := fire.Describe(hooks.Event(f.event()))
	matcher := f.field("matcher").line.text
	if about.Filter == "" || matcher == "" || f.err != nil && f.err != errUnchanged {
		return ""
	}
	g := config.Group{Event: f.event(), Matcher: &matcher, Handlers: []config.Handler{{Type: "command"}}}
	sources := config.Sources{List: []config.Source{{Groups: []config.Group{g}}}}
	why := ""
	for _, value := range about.Values {
		found := fire.Find(sources, fire.Call{Event: about.Event, Value: value})
		if len(found.Fires) > 0 {
			return ""
		}
		if len(found.Misses) > 0 && why == "" {
			why = found.Misses[0].Why
		}
	}
	return why
}

func (f *hookForm) current() *formField {
	all := f.visible()
	f.at = max(min(f.at, len(all)-1), 0)
	return all[f.at]
}

func (f *hookForm) page(width, height int, st *styles) page {
	f.current()
	var rows []string
	focus := 0
	for i, x := range f.visible() {
		shown := *x
		if i == f.at {
			focus = len(rows)
		} else if x.choices == nil {
			shown.line.text = diffview.RedactCommand(x.line.text)
		}
		rows = append(rows, shown.draw(i == f.at, width, st))
		if hint := f.hint(x); i == f.at && hint != "" {
			rows = append(rows, styled(indented(hint, labelWidth+2, width), st.muted)...)
		}
	}
	p := lines(rows)
	title := "New hook"
	if f.base != nil {
		title = "Edit a hook of " + clean("", f.base.Group.Event)
		p.subject = subject(f.tab.home, targetOf(f.tab.backend, f.base.Source))
	} else {
		p.subject = subject(f.tab.home, f.files[f.field("file").chosen])
	}
	p.head = spaced(height, " "+st.strong.Render(fit(title, width-2)), "")
	p.foot = f.state(width, height, st)
	p.focus, p.focusEnd = focus, min(focus+2, len(rows))
	return p
}

// hint says what the field is for.
func (f *hookForm) hint(x *formField) string {
	about, _ := fire.Describe(hooks.Event(f.event()))
	switch x.name {
	case "event":
		return "← → chooses · " + about.What + "; may return " + about.Returns
	case "file":
		return "← → chooses"
	case "type":
		return typeAbout[f.kind()]
	case "matcher":
		if about.Filter == "" {
			return "this event ignores it"
		}
		hint := about.Filter + ": empty for all, names with | between, or a JavaScript pattern"
		if len(about.Values) > 0 && len(about.Values) < 8 {
			hint += "; one of " + strings.Join(about.Values, ", ")
		}
		return hint
	}
	return x.hint
}

var typeAbout = map[string]string{
	"command": "runs a program", "http": "posts to an address", "mcp_tool": "calls a tool of an MCP server",
	"prompt": "asks a model once", "agent": "lets a subagent look",
}

// state says whether the hook would be taken, and when it would run.
func (f *hookForm) state(width, height int, st *styles) []string {
	f.look()
	var b badge
	var text string
	switch {
	case errors.Is(f.err, errUnchanged):
		b, text = badge{"·", "as it is", calm}, "nothing is changed yet"
	case f.err != nil:
		b, text = badge{"✗", "not yet", bad}, clean("", f.err.Error())
	case f.slip != "":
		b, text = badge{"▲", "look", warn}, clean("", f.slip)
	default:
		about, _ := fire.Describe(hooks.Event(f.event()))
		var matcher *string
		if m := f.field("matcher").line.text; m != "" {
			matcher = &m
		}
		b, text = badge{"✓", "holds", good}, "runs for "+clean("", firesFor(about, matcher))
		if about.Filter == "" {
			b, text = badge{"✓", "holds", good}, "runs every time"
		}
	}
	all := noted(b, text, width, st)
	if len(all) > 2 && height < low {
		all = all[:2]
	}
	return append(spaced(height, ""), all...)
}

func (f *hookForm) bindings() []binding {
	f.look()
	step := func(by int) func(*model) tea.Cmd {
		return func(*model) tea.Cmd { f.move(by); return nil }
	}
	var all []binding
	if f.err == nil {
		all = append(all, bind("show the change", f.save, "enter").writing())
	}
	all = append(all, bind("next", step(1), "tab").means("the next field"), quiet("shift+tab", "the field before", step(-1), "shift+tab"))
	if x := f.current(); len(x.choices) > 1 {
		turn := func(by int) func(*model) tea.Cmd {
			return func(*model) tea.Cmd {
				x.chosen = (x.chosen + by + len(x.choices)) % len(x.choices)
				return nil
			}
		}
		all = append(all, bind("choose", turn(1), "right", "space", "l"), quiet("←", "the choice before", turn(-1), "left", "h"))
		all[len(all)-2].SetHelp("← →", "choose")
	}
	return append(all, bind("cancel", f.cancel, "esc"))
}

func (f *hookForm) move(by int) {
	f.at = max(f.at+by, 0)
	f.current()
}

// click goes to a field.
func (f *hookForm) click(row int) func(*model) tea.Cmd {
	all := f.visible()
	f.current()
	if row > f.at && f.hint(all[f.at]) != "" {
		row = max(row-1, f.at)
	}
	f.at = row
	f.current()
	return nil
}

func (f *hookForm) typing() *typed {
	if x := f.current(); x.choices == nil {
		return &x.line
	}
	return nil
}

func (f *hookForm) typedText(*model) tea.Cmd { return nil }

// cancel closes the form, after a question when something was typed.
func (f *hookForm) cancel(m *model) tea.Cmd {
	if slices.Equal(f.said(), f.start) {
		return m.back()
	}
	m.push(&discard{close: func(m *model) {
		m.pop()
		m.pop()
	}})
	return nil
}
