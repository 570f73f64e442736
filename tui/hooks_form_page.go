package tui

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/settings"
)

var errUnchanged = errors.New("nothing is changed yet")

// recheck finds out whether Claude Code would take what the form says, as it is
// done when it is planned.
func (f *hookForm) recheck() {
	said := f.said()
	if f.checked != nil && slices.Equal(said, f.checked) {
		return
	}
	f.checked = said
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
	about, _ := dispatch.Describe(hooks.Event(f.event()))
	matcher := f.field("matcher").line.text
	if about.Filter == "" || matcher == "" || f.err != nil && f.err != errUnchanged {
		return ""
	}
	g := config.Group{Event: f.event(), Matcher: &matcher, Handlers: []config.Handler{{Type: "command"}}}
	sources := config.Sources{List: []config.Source{{Groups: []config.Group{g}}}}
	why := ""
	for _, value := range about.Values {
		found := dispatch.Find(sources, dispatch.Call{Event: about.Event, Value: value})
		if len(found.Fires) > 0 {
			return ""
		}
		if len(found.Misses) > 0 && why == "" {
			why = found.Misses[0].Why
		}
	}
	return why
}

// programMsg says whether the program of the hook that a form described can be run.
type programMsg struct {
	form  *hookForm
	said  []string
	fails string
}

// try looks for the program, as the doctor does it for hooks that are there.
func (f *hookForm) try() tea.Cmd {
	_, handler, err := f.handler()
	if err != nil {
		return nil
	}
	target := f.target()
	source := config.Source{Kind: config.Kind(target.Scope), File: target.Path, Groups: []config.Group{config.ParseGroup(f.event(), `{"hooks":[`+handler+`]}`)}}
	said, b := f.said(), f.tab.backend
	return func() tea.Msg {
		msg := programMsg{form: f, said: said}
		if all := b.Standings(config.Sources{List: []config.Source{source}}); len(all) > 0 && all[0].State == dispatch.Fails {
			msg.fails = all[0].Why
		}
		return msg
	}
}

func (msg programMsg) take(*model) tea.Cmd {
	msg.form.tried, msg.form.fails = msg.said, msg.fails
	return nil
}

func (f *hookForm) page(width, height int, st *styles) page {
	title := "New hook"
	if f.base != nil {
		title = "Edit a hook of " + clean("", f.base.Group.Event)
	}
	p := f.lay(title, f.state(width, height, st), width, height, st)
	p.subject = subject(f.tab.home, f.target())
	return p
}

// target is the file that the hook stands in, or is put into.
func (f *hookForm) target() installer.Target {
	if f.base != nil {
		return targetOf(f.tab.backend, f.base.Source)
	}
	return f.files[f.field("file").chosen]
}

// hint says what the field is for.
func (f *hookForm) hint(x *formField) string {
	about, _ := dispatch.Describe(hooks.Event(f.event()))
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
	f.recheck()
	var b badge
	var text string
	switch {
	case errors.Is(f.err, errUnchanged):
		b, text = mark("·", "as it is", calm), "nothing is changed yet"
	case f.err != nil:
		b, text = mark("✗", "not yet", bad), clean("", f.err.Error())
	case f.slip != "":
		b, text = mark("▲", "look", warn), clean("", f.slip)
	case f.fails != "" && slices.Equal(f.tried, f.said()):
		b, text = mark("▲", "look", warn), clean(f.tab.home, f.fails)+", so the hook would fail every time"
	default:
		about, _ := dispatch.Describe(hooks.Event(f.event()))
		var matcher *string
		if m := f.field("matcher").line.text; m != "" {
			matcher = &m
		}
		b, text = mark("✓", "holds", good), "runs for "+clean("", firesFor(about, matcher))
		if about.Filter == "" {
			b, text = mark("✓", "holds", good), "runs every time"
		}
	}
	return f.foot(b, text, width, height, st)
}

func (f *hookForm) bindings() (all []binding) {
	f.recheck()
	if f.err == nil {
		all = append(all, bind("show the change", f.save, "enter").writing())
	}
	return append(append(all, f.keys()...), bind("cancel", f.cancel, "esc"))
}
