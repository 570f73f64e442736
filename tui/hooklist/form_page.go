package hooklist

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/rule/strictjson"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/kit"
)

var errUnchanged = errors.New("no changes yet")

// recheck finds out whether Claude Code would take what the form says, as it is
// done when it is planned.
func (f *form) recheck() {
	said := f.Said()
	if f.checked != nil && slices.Equal(said, f.checked) {
		return
	}
	f.checked = said
	f.err, f.slip = f.check(), f.slipped()
}

func (f *form) check() error {
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

// slipped says why a matcher cannot do what it says, and what was probably meant.
func (f *form) slipped() string {
	about, _ := dispatch.Describe(hooks.Event(f.event()))
	matcher := f.Field("matcher").Line.Text
	if about.Filter == "" || matcher == "" || f.err != nil && f.err != errUnchanged {
		return ""
	}
	m, _ := dispatch.Around{}.MatcherMistake(about.Event, &matcher)
	if len(m.Meant) == 1 && m.Meant[0].If == "" && m.Meant[0].Matcher != "" {
		return m.Why + "; did you mean " + m.Meant[0].Matcher + "?"
	}
	return m.Why
}

// programMsg says whether the program of the hook that a form described can be run.
type programMsg struct {
	form  *form
	said  []string
	fails string
}

// try looks for the program, as the doctor does it for hooks that are there.
func (f *form) try() tea.Cmd {
	_, handler, err := f.handler()
	if err != nil {
		return nil
	}
	target := f.target()
	source := config.Source{Kind: config.Kind(target.Scope), File: target.Path, Groups: []config.Group{config.ParseGroup(f.event(), `{"hooks":[`+handler+`]}`)}}
	said, b := f.Said(), f.known.backend
	return func() tea.Msg {
		msg := programMsg{form: f, said: said}
		if all := b.Standings(config.Sources{List: []config.Source{source}}); len(all) > 0 && all[0].State == dispatch.Fails {
			msg.fails = all[0].Why
		}
		return msg
	}
}

func (msg programMsg) Take(*kit.Model) tea.Cmd {
	msg.form.tried, msg.form.fails = msg.said, msg.fails
	return nil
}

func (f *form) Page(width, height int, st *kit.Styles) kit.Page {
	title := "New hook"
	if f.base != nil {
		title = "Edit a hook of " + kit.Clean("", f.base.Group.Event)
	}
	p := f.Lay(title, f.state(width, st), width, height, st)
	p.Subject = change.Subject(f.known.home, f.target())
	return p
}

// target is the file that the hook stands in, or is put into.
func (f *form) target() installer.Target {
	if f.base != nil {
		return change.TargetOf(f.known.backend, f.base.Source)
	}
	return f.files[f.Field("file").Chosen]
}

// hint says what the field is for.
func (f *form) hint(x *kit.Field) string {
	about, _ := dispatch.Describe(hooks.Event(f.event()))
	switch x.Name {
	case "event":
		return "← → to choose, / to find · " + about.What + "; may return " + about.Returns
	case "file":
		if len(f.files) < len(change.Targets(f.known.backend)) {
			return "← → to choose; neverask does not write to a broken file"
		}
		return "← → to choose"
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
	return x.Hint
}

var typeAbout = map[string]string{
	"command": "runs a program", "http": "posts to a URL", "mcp_tool": "calls a tool of an MCP server",
	"prompt": "asks a model once", "agent": "runs a subagent",
}

// state says whether the hook would be taken, and when it would run.
func (f *form) state(width int, st *kit.Styles) []string {
	f.recheck()
	var b kit.Badge
	var text string
	switch {
	case errors.Is(f.err, errUnchanged):
		b, text = kit.Mark("·", "unchanged", kit.Calm), "no changes yet"
	case f.missing() != nil:
		b, text = kit.Mark("·", "to do", kit.Calm), "fill in "+f.missing().Label
	case f.err != nil:
		b, text = kit.Mark("✗", "invalid", kit.Bad), kit.Clean("", f.err.Error())
	case f.slip != "":
		b, text = kit.Mark("▲", "check", kit.Warn), kit.Clean("", f.slip)
	case f.fails != "" && slices.Equal(f.tried, f.Said()):
		b, text = kit.Mark("▲", "check", kit.Warn), kit.Clean(f.known.home, f.fails)+", so the hook would fail every time"
	default:
		about, _ := dispatch.Describe(hooks.Event(f.event()))
		var matcher *string
		if m := f.Field("matcher").Line.Text; m != "" {
			matcher = &m
		}
		b, text = kit.Mark("✓", "valid", kit.Good), "runs for "+kit.Clean("", dispatch.FiresFor(about, matcher))
		if about.Filter == "" {
			b, text = kit.Mark("✓", "valid", kit.Good), "runs every time"
		}
	}
	return f.Foot(b, text, width, st)
}

// missing is the field that has to be filled in; or nil.
func (f *form) missing() *kit.Field {
	if wrong, ok := errors.AsType[*strictjson.MemberError](f.err); ok && wrong.Missing {
		return f.Field(wrong.Member)
	}
	return nil
}

func (f *form) Bindings() (all []kit.Binding) {
	f.recheck()
	if f.err == nil {
		all = append(all, kit.Bind("show the change", f.save, "enter").Writing())
	}
	if x := f.Current(); x.Name == "event" {
		keys := []string{"/"}
		if f.err != nil { // otherwise enter shows the change
			keys = append(keys, "enter")
		}
		all = append(all, kit.Bind("find…", f.listEvents, keys...).Means("find an event among all that Claude Code has"))
	}
	return append(append(all, f.Keys()...), kit.Bind("cancel", f.Cancel, "esc"))
}

// listEvents lists all events, says what each is for, and takes the one that is chosen.
func (f *form) listEvents(m *kit.Model) tea.Cmd {
	x, all := f.Current(), []kit.MenuEntry(nil)
	for i, about := range dispatch.Events() {
		do := func(m *kit.Model) tea.Cmd {
			x.Chosen = i
			return f.TypedText(m)
		}
		all = append(all, kit.MenuEntry{Group: "What happens", Key: string(about.Event), Text: about.What, Name: string(about.Event), Verb: "choose", Do: do})
	}
	menu := kit.NewMenu("Which event?", all)
	menu.Chosen += x.Chosen
	m.Push(menu)
	return nil
}
