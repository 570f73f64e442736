package planner_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
)

// step makes one random change, if it is possible.
func (m *model) step() {
	m.t.Helper()
	kinds := []func(){
		m.install, m.install, m.install, m.uninstall, m.undoLast, m.undoLast, m.undoLast, m.undoAny, m.undoAny,
		m.park, m.park, m.unpark, m.putBack, m.putBack, m.repair, m.repair, m.remove, m.recover, m.newRules,
		m.byHand, m.byHand, m.byHand, m.byHand, m.rewritten,
	}
	pickOf(m.random, kinds)()
}

func (m *model) target() planner.Target { return m.in.Target(pickOf(m.random, settings.Scopes), "") }

func (m *model) install() {
	chosen := m.installables()
	way := func(c conflict.Conflict) conflict.Resolution { return pickOf(m.random, c.Resolutions) }
	if m.random.IntN(3) == 0 {
		one := pickOf(m.random, []conflict.Resolution{conflict.Narrow, conflict.Park, conflict.Leave})
		way = always(one)
	}
	choices := choose(review(m.t, m.in), way)
	t := m.target()
	p, err := install.Install(m.in, t, install.Options{What: chosen, Choices: choices, NoDenyRules: m.random.IntN(4) == 0})
	what := fmt.Sprintf("install %v into %s:", chosen, t.Scope)
	for _, c := range choices {
		what += fmt.Sprintf(" %s %s;", c.Resolution, c.Conflict.Hook.Handler.Summary())
	}
	m.apply(what, p, err, nil)
}

func (m *model) installables() []config.Installable {
	return slices.Clone(pickOf(m.random, [][]config.Installable{
		nil, nil, {config.QuestionHooks}, {config.ActivityRecording}, {config.ToolRuleHook}, {config.QuestionHooks, config.ActivityRecording}, config.Installables(),
	}))
}

func (m *model) uninstall() {
	chosen, t := m.installables(), m.target()
	p, err := install.Uninstall(m.in, t, chosen...)
	m.apply(fmt.Sprintf("uninstall %v from %s", chosen, t.Scope), p, err, nil)
}

func (m *model) undoOne(r settings.Receipt, err error) {
	if err != nil {
		return
	}
	p, err := changes.Undo(m.in, r)
	m.apply(fmt.Sprintf("%s of %s in %s (%s)", p.Op, r.Op, filepath.Base(r.Path), r.ID), p, err, nil)
}

func (m *model) undoLast() { m.undoOne(m.in.Store.Last()) }

// receipt returns any change so far.
func (m *model) receipt() (settings.Receipt, bool) {
	history, err := m.in.Store.History()
	m.must(err)
	if len(history) == 0 {
		return settings.Receipt{}, false
	}
	return pickOf(m.random, history), true
}

func (m *model) undoAny() {
	if r, ok := m.receipt(); ok {
		m.undoOne(r, nil)
	}
}

// hook returns one that stands in a file: of others, or on a walk any.
func (m *model) hook() (h config.Hook, name string, ok bool) {
	var all []config.Hook
	owner := m.in.Owner()
	for _, h := range m.in.Sources().Hooks() {
		if h.Source.ReadOnly == "" && (m.walk || !owner.Owns(h.Handler)) {
			all = append(all, h)
		}
	}
	if len(all) == 0 {
		return h, "", false
	}
	h = pickOf(m.random, all)
	return h, m.nameOf(h.Source.File), true
}

func (m *model) nameOf(file string) string {
	name, err := filepath.Rel(m.in.Locations.Home, file)
	m.must(err)
	return name
}

func (m *model) park() {
	if h, name, ok := m.hook(); ok {
		group := m.random.IntN(2) == 0
		p, err := conflicts.Park(m.in, h, group)
		m.apply(fmt.Sprintf("park %s of %s, group %v", key(h.Handler), name, group), p, err, func() { m.change(name, func(*modelFile) {}) })
	}
}

func (m *model) unpark() {
	parked, err := m.in.Parked()
	m.must(err)
	if len(parked) == 0 {
		return
	}
	one := pickOf(m.random, parked)
	p, err := conflicts.Unpark(m.in, one)
	m.apply("unpark "+key(one.Handlers[0]), p, err, nil)
}

// putBack puts back one hook that was moved because of a conflict.
func (m *model) putBack() {
	resolved, err := conflicts.AllResolved(m.in)
	m.must(err)
	if len(resolved) == 0 {
		return
	}
	one := pickOf(m.random, resolved)
	p, err := conflicts.Unpark(m.in, one.Parked)
	m.apply(fmt.Sprintf("put back %s of %s, %s", key(one.Handler), one.File, one.ID()), p, err, nil)
}

// repair changes a timeout, as the doctor does.
func (m *model) repair() {
	if h, name, ok := m.hook(); ok {
		timeout := m.random.IntN(50) + 30
		p, err := m.in.Repair(m.in.Target("", h.Source.File), func(d settings.Document) (settings.Document, error) {
			return d.Set(append(h.Group.Path(), "hooks", strconv.Itoa(h.Handler.Index), "timeout"), strconv.Itoa(timeout))
		})
		m.apply(fmt.Sprintf("repair %s of %s", key(h.Handler), name), p, err, func() { m.setTimeout(name, key(h.Handler), timeout) })
	}
}

func (m *model) setTimeout(name, k string, timeout int) {
	m.edit(name, k, func(h *modelHook) {
		var v map[string]any
		m.must(json.Unmarshal([]byte(h.handler), &v))
		v["timeout"] = timeout
		b, err := json.Marshal(v)
		m.must(err)
		h.handler = settings.Canonical(string(b))
	})
}

// edit changes the model of one hook.
func (m *model) edit(name, k string, edit func(*modelHook)) {
	m.change(name, func(f *modelFile) {
		h, there := f.hooks[k]
		if !there {
			m.t.Errorf("%s of %s is there and should not be", k, name)
			return
		}
		edit(&h)
		f.hooks[k] = h
	})
}

// matcher returns one that nobody else uses, so that it can be told from one that was
// narrowed.
func (m *model) matcher() string {
	tool := m.name("Tool")
	return pickOf(m.random, []string{settings.Quote(tool), settings.Quote("AskUserQuestion|" + tool), settings.Quote(tool + ".*|Ask.*")})
}

func (m *model) remove() {
	if h, name, ok := m.hook(); ok {
		p, err := conflicts.Remove(m.in, h)
		m.apply(fmt.Sprintf("rm %s of %s", key(h.Handler), name), p, err, func() {
			m.change(name, func(f *modelFile) { delete(f.hooks, key(h.Handler)) })
		})
	}
}

// newHook returns the text of one that nobody has.
func (m *model) newHook() (event, matcher, handler, k string) {
	k = m.name("~/h/" + pickOf(m.random, []string{"answer", "deny"}) + ".sh new ")
	return pickOf(m.random, []string{"PreToolUse", "PostToolUse"}), m.matcher(), `{"type":"command","command":` + settings.Quote(k) + "}", k
}

// recover puts neverask's own hooks back that others have taken out.
func (m *model) recover() {
	t := m.target()
	p, err := changes.PutBack(m.t.Context(), m.in, t, func(d planner.OutsideChange) bool { return d.Ours })
	m.apply("restore in "+string(t.Scope), p, err, nil)
}

// byHand edits a file as a person does.
func (m *model) byHand() {
	name := pickOf(m.random, slices.Sorted(maps.Keys(modelFiles)))
	content := m.content(name)
	if m.random.IntN(4) == 0 {
		m.member(name, content)
		return
	}
	doc, err := settings.Parse(content)
	m.must(err)
	groups, err := config.Read(doc)
	m.must(err)
	kinds := []func(string, settings.Document, []config.Group) (settings.Document, error){m.handTimeout, m.handMatcher, m.handRemove, m.handAdd, m.handOurs, m.handDeny}
	doc, err = pickOf(m.random, kinds)(name, doc, groups)
	m.must(err)
	if now := doc.Bytes(); !bytes.Equal(now, content) {
		m.write(name, now)
	}
}

// member adds a member behind the first bracket, which leaves every other byte.
func (m *model) member(name string, content []byte) {
	member := m.name("theirs")
	text := fmt.Sprintf(`"%s": 7, `, member)
	if !strings.Contains(string(content), `"`) {
		return
	}
	m.steps = append(m.steps, "by hand: "+member+" into "+name)
	if m.walk {
		m.theirEdits[name] = text + m.theirEdits[name]
	}
	m.write(name, []byte(behindBracket(string(content), text)))
	was := m.files[name]
	m.change(name, func(f *modelFile) {
		f.members[member] = "7"
		if len(was.members)+len(was.hooks)+len(was.denied) > 0 && was.text != "" {
			f.text = behindBracket(was.text, text)
		}
	})
}

// theirs chooses a handler of others in a group without neverask's.
func (m *model) theirs(groups []config.Group) (g config.Group, h config.Handler, ok bool) {
	owner := m.in.Owner()
	groups = slices.DeleteFunc(slices.Clone(groups), func(g config.Group) bool {
		return len(g.Handlers) == 0 || slices.ContainsFunc(g.Handlers, owner.Owns)
	})
	if len(groups) == 0 {
		return g, h, false
	}
	g = pickOf(m.random, groups)
	return g, pickOf(m.random, g.Handlers), true
}

func (m *model) handTimeout(name string, doc settings.Document, groups []config.Group) (settings.Document, error) {
	g, h, ok := m.theirs(groups)
	if !ok {
		return doc, nil
	}
	m.steps = append(m.steps, "by hand: timeout of "+key(h)+" in "+name)
	timeout := 90 + m.random.IntN(50)
	m.setTimeout(name, key(h), timeout)
	return doc.Set(append(g.Path(), "hooks", strconv.Itoa(h.Index), "timeout"), strconv.Itoa(timeout))
}

func (m *model) handMatcher(name string, doc settings.Document, groups []config.Group) (settings.Document, error) {
	g, h, ok := m.theirs(groups)
	if !ok {
		return doc, nil
	}
	matcher := m.matcher()
	m.steps = append(m.steps, "by hand: matcher of "+key(h)+" in "+name+" to "+matcher)
	for _, h := range g.Handlers {
		m.edit(name, key(h), func(h *modelHook) { h.matcher = matcher })
	}
	return doc.Set(append(g.Path(), "matcher"), matcher)
}

func (m *model) handRemove(name string, doc settings.Document, groups []config.Group) (settings.Document, error) {
	g, h, ok := m.theirs(groups)
	if !ok {
		return doc, nil
	}
	m.steps = append(m.steps, "by hand: remove "+key(h)+" from "+name)
	m.change(name, func(f *modelFile) { delete(f.hooks, key(h)) })
	if len(g.Handlers) == 1 {
		return doc.Delete(g.Path())
	}
	return doc.Delete(append(g.Path(), "hooks", strconv.Itoa(h.Index)))
}

func (m *model) handAdd(name string, doc settings.Document, groups []config.Group) (settings.Document, error) {
	event, matcher, handler, k := m.newHook()
	m.steps = append(m.steps, "by hand: add "+k+" to "+name)
	m.change(name, func(f *modelFile) {
		f.hooks[k] = modelHook{event: event, matcher: matcher, handler: settings.Canonical(handler)}
	})
	group := `{"matcher":` + matcher + `,"hooks":[` + handler + "]}"
	place := settings.Path{"hooks", event}
	if v, there := doc.Get(place...); there && v.IsArray() {
		return doc.Insert(place, m.random.IntN(len(groups)+1), group)
	}
	return doc.Append(place, group)
}

// handOurs takes one of neverask's own groups out.
func (m *model) handOurs(name string, doc settings.Document, groups []config.Group) (settings.Document, error) {
	owner := m.in.Owner()
	groups = slices.DeleteFunc(slices.Clone(groups), func(g config.Group) bool {
		return len(g.Handlers) != 1 || !owner.Owns(g.Handlers[0])
	})
	if len(groups) == 0 {
		return doc, nil
	}
	g := pickOf(m.random, groups)
	m.steps = append(m.steps, "by hand: remove neverask's "+g.Event+" from "+name)
	m.change(name, func(*modelFile) {})
	return doc.Delete(g.Path())
}

// handDeny denies something.
func (m *model) handDeny(name string, doc settings.Document, _ []config.Group) (settings.Document, error) {
	rule := m.name("Read(./secret") + ")"
	m.steps = append(m.steps, "by hand: deny "+rule+" in "+name)
	m.change(name, func(f *modelFile) { f.denied[rule] = true })
	return doc.Append(settings.Path{"permissions", "deny"}, settings.Quote(rule))
}

// rewritten writes a file as the client does: in its own layout, perhaps in another
// order, and without the members of handlers that it does not know.
func (m *model) rewritten() {
	name := pickOf(m.random, slices.Sorted(maps.Keys(modelFiles)))
	content := m.content(name)
	if content == nil {
		return
	}
	m.steps = append(m.steps, "the client rewrites "+name)
	m.change(name, func(*modelFile) {})
	if m.random.IntN(2) == 0 {
		var out bytes.Buffer
		m.must(json.Indent(&out, bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")), "", "  "))
		m.write(name, out.Bytes())
		return
	}
	clientRewrites(m.t, path(m.in, name))
}
