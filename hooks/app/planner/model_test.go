package planner_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

func TestMain(m *testing.M) { os.Exit(musttest.Run(m)) }

var (
	modelSteps = flag.Int("model.steps", 1000, "how many steps TestModel makes")
	modelSeed  = flag.Uint64("model.seed", 0, "the seed that TestModel starts from")
)

// TestModel makes random changes with every command that changes settings files, as
// well as by hand and as a client does, and holds the files against a model that
// knows nothing of neverask: whatever was done in whatever order, once everything is
// unparked and uninstalled, the files hold what the person and others have left.
func TestModel(t *testing.T) {
	t.Parallel()
	steps := *modelSteps
	if testing.Short() {
		steps = min(steps, 300)
	}
	for seed := *modelSeed; steps > 0; seed++ {
		m := newModel(t, seed)
		m.run(steps)
		if t.Failed() {
			t.Fatalf("seed %d, the steps:\n%s", seed, strings.Join(m.steps, "\n"))
		}
		steps -= len(m.steps)
		musttest.Do(t, os.RemoveAll(m.in.Locations.Home))
	}
}

// modelFiles are settings files in which every hook runs something else.
var modelFiles = map[string]string{
	".claude/settings.json": `{
  "model": "opus",
  "permissions": {"deny": [ "Read(./.env)" ]},
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "true"}]
      },
      {
        "hooks": [
          {"type": "command", "command": "~/h/answer.sh 1", "extra": 1.50},
          {"type": "command", "command": "~/h/deny.sh 1", "timeout": 20},   
          {"type": "http", "url": "http://127.0.0.1:9/ask"}
        ]
      },
      {"matcher": "AskUserQuestion|Edit", "hooks": [{"type": "command", "command": "~/h/answer.sh 2"}, {"type": "command", "command": "~/h/deny.sh 2"}]},
      {"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "~/h/deny.sh 3"}]}
    ],
    "PostToolUse": [{"hooks": [{"type": "command", "command": "~/h/answer.sh post"}]}]
  }
}
`,
	"project/.claude/settings.json":       "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"AskUserQuestion\",\"hooks\":[{\"type\":\"command\",\"command\":\"~/h/answer.sh p\"},{\"type\":\"command\",\"command\":\"~/h/deny.sh p\"}]}]}}",
	"project/.claude/settings.local.json": "\xef\xbb\xbf{\r\n\t\"hooks\": {\r\n\t\t\"PermissionRequest\": [ {\r\n\t\t\t\"matcher\": \".*\", \"hooks\": [ { \"type\": \"command\", \"command\": \"~/h/deny.sh l\" } ]\r\n\t\t} ]\r\n\t}\r\n}\r\n",
}

// model is what the person and others have made of the settings files.
type model struct {
	t      *testing.T
	in     *planner.Planner
	random *rand.Rand
	// newRules lets the rules for tools name another one.
	newRules func()
	steps    []string
	count    int // for names that are used once
	files    map[string]modelFile
	// What the files were before and after each change of neverask's.
	before, after map[string]modelFile
	last          map[string]string // the newest change of each file
	// loose are files into which hooks came back while others of neverask's stayed:
	// they may have other white space around them.
	loose map[string]bool
	// meaning are files of which an older change was undone under a newer one: a
	// hook need not have come back into the group that it was taken out of.
	meaning map[string]bool

	// walk says that files are held against what they were before all changes, and
	// not against the model; theirEdits are what others put behind the first bracket.
	walk       bool
	theirEdits map[string]string
}

// modelFile is one file without neverask. It is never changed in place.
type modelFile struct {
	stamp   int    // another one after every change
	text    string // "" when only the meaning is known
	there   bool
	members map[string]string    // by name, but for the hooks and what is denied
	denied  map[string]bool      // permission rules
	hooks   map[string]modelHook // by what they run
}

type modelHook struct{ event, matcher, handler string }

func newModel(t *testing.T, seed uint64) *model {
	t.Helper()
	m := &model{
		t: t, in: newPlanner(t), random: rand.New(rand.NewPCG(seed, 7)),
		files: map[string]modelFile{}, before: map[string]modelFile{}, after: map[string]modelFile{}, last: map[string]string{}, loose: map[string]bool{}, meaning: map[string]bool{},
	}
	needs := config.Needs{Matcher: "Bash"}
	m.in.Needs = func() (config.Needs, error) { return needs, nil }
	m.newRules = func() { needs = config.Needs{Matcher: m.name("Tool"), Tell: m.random.IntN(2) == 0} }
	for _, name := range slices.Sorted(maps.Keys(modelFiles)) {
		text := modelFiles[name]
		if m.random.IntN(4) == 0 {
			m.must(os.Remove(path(m.in, name)))
			m.files[name] = m.read(nil)
			continue
		}
		m.write(name, []byte(text))
		m.files[name] = m.read([]byte(text))
	}
	return m
}

func (m *model) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatalf("%v, after these steps:\n%s", err, strings.Join(m.steps, "\n"))
	}
}

func (m *model) write(name string, text []byte) {
	m.t.Helper()
	m.must(os.MkdirAll(filepath.Dir(path(m.in, name)), 0o755))
	m.must(os.WriteFile(path(m.in, name), text, 0o600))
}

// content returns that of a file, nil when there is none.
func (m *model) content(name string) []byte {
	m.t.Helper()
	b, err := os.ReadFile(path(m.in, name))
	if !errors.Is(err, os.ErrNotExist) {
		m.must(err)
	}
	return b
}

// read takes a content for what the person and others have left, but for what is
// neverask's own.
func (m *model) read(content []byte) modelFile {
	m.t.Helper()
	m.count++
	f := modelFile{stamp: m.count, text: string(content), there: content != nil, members: map[string]string{}, denied: map[string]bool{}, hooks: map[string]modelHook{}}
	doc, err := settings.Parse(content)
	m.must(err)
	root, _ := doc.Get()
	root.ForEach(func(name, value gjson.Result) bool {
		if name.Str != "hooks" && name.Str != "permissions" {
			f.members[name.Str] = settings.Canonical(value.Raw)
		}
		return true
	})
	rules, _ := doc.Get("permissions", "deny")
	for _, rule := range rules.Array() {
		f.denied[rule.Str] = true
	}
	groups, err := config.Read(doc)
	m.must(err)
	for _, g := range groups {
		for _, h := range g.Handlers {
			if f.hooks[key(h)].handler != "" {
				m.t.Errorf("%s occurs twice:\n%s", key(h), content)
			}
			f.hooks[key(h)] = hookIn(g, h)
		}
	}
	return f
}

// key tells a hook from all others of its file, however it is edited.
func key(h config.Handler) string { return h.Summary() }

func hookIn(g config.Group, h config.Handler) modelHook {
	matcher := "none"
	if g.Matcher != nil {
		matcher = settings.Quote(*g.Matcher)
	}
	// The client drops what it does not know.
	raw, _ := sjson.Delete(h.Raw, "extra")
	return modelHook{event: g.Event, matcher: matcher, handler: settings.Canonical(raw)}
}

// change makes another version of a file's model.
func (m *model) change(name string, edit func(f *modelFile)) {
	m.count++
	f := m.files[name]
	f.stamp, f.text, f.there = m.count, "", true
	f.members, f.denied, f.hooks = maps.Clone(f.members), maps.Clone(f.denied), maps.Clone(f.hooks)
	edit(&f)
	m.files[name] = f
}

// undo takes what has changed from one version of a file to another back. last says
// that neverask has not changed the file since; after other changes a hook need not
// come back into the group that it was taken out of.
func (m *model) undo(name string, from, to modelFile, last bool) {
	m.t.Helper()
	if m.files[name].stamp == to.stamp {
		if from.stamp != to.stamp && !last {
			from.text = ""
		}
		m.files[name] = from
		return
	}
	m.change(name, func(f *modelFile) {
		takeBack(m, f.members, from.members, to.members)
		takeBack(m, f.denied, from.denied, to.denied)
		was, is := besides(f.hooks, from.hooks, to.hooks)
		takeBack(m, f.hooks, was, is)
	})
}

// besides returns the hooks before and after a change, with the matchers that others have
// given them since where the change was not about these: they are beside it, and stay.
func besides(now, from, to map[string]modelHook) (was, is map[string]modelHook) {
	was, is = maps.Clone(from), maps.Clone(to)
	for k, after := range to {
		before, known := from[k]
		current, there := now[k]
		if known && there && before != after && before.matcher == after.matcher {
			before.matcher, after.matcher = current.matcher, current.matcher
			was[k], is[k] = before, after
		}
	}
	return was, is
}

func takeBack[V comparable](m *model, now, from, to map[string]V) {
	m.t.Helper()
	all := maps.Clone(from)
	maps.Copy(all, to)
	for k := range all {
		was, before := from[k]
		is, after := to[k]
		if was == is && before == after {
			continue
		}
		if n, there := now[k]; n != is || there != after {
			m.t.Errorf("%s was taken back, though it was changed since: from %v to %v, now %v", k, was, is, n)
		}
		if before {
			now[k] = was
		} else {
			delete(now, k)
		}
	}
}

// apply makes a planned change and follows it; edit is what it means for others.
func (m *model) apply(what string, p planner.Plan, err error, edit func()) bool {
	m.t.Helper()
	if err != nil || !p.Changes() {
		return false
	}
	m.steps = append(m.steps, what)
	old := maps.Clone(m.files)
	if _, err := m.in.Apply(m.t.Context(), p); err != nil {
		m.t.Errorf("%s: %v", what, err)
		return false
	}
	if m.walk {
		return true
	}
	if edit != nil {
		edit()
	}
	history, err := m.in.Store.History()
	m.must(err)
	for _, r := range history {
		name, err := filepath.Rel(m.in.Locations.Home, r.Target)
		m.must(err)
		if _, known := m.before[r.ID]; known || r.State == settings.Failed {
			continue
		}
		m.before[r.ID] = old[name]
		m.loose[name] = m.loose[name] || r.Op == planner.OpReduce || r.Op == planner.OpRestore && strings.Contains(string(m.content(name)), "neverask-hook") || slices.Contains(r.Marks, planner.BackMark)
		// One of several hooks that came back has no neighbour to come back to.
		m.meaning[name] = m.meaning[name] || r.Op == planner.OpRestore && len(r.Marks) > 0
		if r.Undoes != "" {
			if m.last[name] != r.Undoes {
				m.meaning[name] = true
			}
			m.undo(name, m.before[r.Undoes], m.after[r.Undoes], m.last[name] == r.Undoes)
		}
		m.after[r.ID], m.last[name] = m.files[name], r.ID
	}
	return true
}

// run makes steps, and ends with everything of neverask's out of the files.
func (m *model) run(most int) {
	m.t.Helper()
	for range 1 + m.random.IntN(3) {
		for range 1 + m.random.IntN(12) {
			if m.step(); m.t.Failed() {
				return
			}
		}
		m.cleanOut()
		if m.t.Failed() || len(m.steps) > most {
			return
		}
	}
}

// cleanOut puts everything back that is parked, uninstalls everywhere, and compares.
func (m *model) cleanOut() {
	m.t.Helper()
	for range 100 {
		parked, err := m.in.Parked()
		m.must(err)
		if len(parked) == 0 {
			break
		}
		p, err := conflicts.Unpark(m.in, pickOf(m.random, parked))
		if !m.apply("unpark", p, err, nil) {
			m.t.Errorf("a hook cannot be put back: %v", err)
			return
		}
	}
	if m.random.IntN(6) == 0 {
		m.steps = append(m.steps, "purge")
		p, err := install.PlanPurge(m.in, false)
		if err == nil {
			err = install.ApplyPurge(m.t.Context(), m.in, p)
		}
		if err != nil {
			m.t.Error(err)
		}
		m.before, m.after = map[string]modelFile{}, map[string]modelFile{}
	} else {
		scopes := slices.Clone(settings.Scopes)
		m.random.Shuffle(len(scopes), func(i, j int) { scopes[i], scopes[j] = scopes[j], scopes[i] })
		for _, scope := range scopes {
			p, err := install.Uninstall(m.in, m.in.Target(scope, ""))
			if err != nil {
				m.t.Errorf("uninstall: %v", err)
			}
			m.apply("uninstall all of "+string(scope), p, err, nil)
		}
	}
	for name, want := range m.files {
		m.compare(name, want)
	}
}

func pickOf[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// compare holds a file against its model.
func (m *model) compare(name string, want modelFile) {
	m.t.Helper()
	text := m.content(name)
	if m.meaning[name] {
		want.text = ""
	}
	if m.loose[name] && want.text != "" {
		text, want.text = tight(text), string(tight([]byte(want.text)))
	}
	if want.text != "" && string(text) != want.text {
		m.t.Errorf("%s is\n%s\nnot\n%s", name, text, want.text)
		return
	}
	if !want.there && text != nil && !m.meaning[name] {
		m.t.Errorf("%s is left:\n%s", name, text)
		return
	}
	is := m.read(text)
	differ(m, name, is.members, want.members)
	differ(m, name, is.denied, want.denied)
	differ(m, name, is.hooks, want.hooks)
	if m.t.Failed() {
		m.t.Logf("%s:\n%s", name, text)
	}
}

// tight takes the white space out of a JSON text.
func tight(text []byte) []byte {
	bom := []byte("\xef\xbb\xbf")
	rest, marked := bytes.CutPrefix(text, bom)
	rest = []byte(gjson.GetBytes(rest, "@ugly").Raw)
	if marked {
		rest = append(bom, rest...)
	}
	if text == nil {
		return nil
	}
	return rest
}

func differ[V comparable](m *model, name string, is, want map[string]V) {
	m.t.Helper()
	for k, w := range want {
		if i, there := is[k]; i != w {
			m.t.Errorf("%s: %s is %v (there: %v), not %v", name, k, i, there, w)
		}
	}
	for k, i := range is {
		if _, there := want[k]; !there {
			m.t.Errorf("%s: %s is there: %v", name, k, i)
		}
	}
}

func (m *model) name(prefix string) string {
	m.count++
	return fmt.Sprintf("%s%d", prefix, m.count)
}
