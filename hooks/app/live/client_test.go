package live

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/offline"
	"neverask/settings"
	"neverask/settings/must"
)

const recordArg = "record"

// TestMain makes the program of the tests a recorder, too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == recordArg {
		if err := Record(os.Args[2:], os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(ct.Main(m))
}

type object = map[string]any

// person is a home and a project with settings.
type person struct {
	t   *testing.T
	dir string
	n   *int
}

func newPerson(t *testing.T) person {
	t.Helper()
	t.Parallel()
	return person{t, t.TempDir(), new(int)}
}

func (p person) write(path string, v any) string {
	p.t.Helper()
	path = filepath.Join(p.dir, path)
	b, err := json.MarshalIndent(v, "", "  ")
	must.Do(p.t, err)
	must.Do(p.t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Write(p.t, path, string(b))
	return path
}

// handler is a group with a handler that must not be run, each another one.
func (p person) handler(matcher string, more object) object {
	*p.n++
	h := object{"type": "command", "command": fmt.Sprintf("touch '%s/was-run'; exit %d", p.dir, *p.n)}
	maps.Copy(h, more)
	g := object{"hooks": []object{h}}
	if matcher != "-" {
		g["matcher"] = matcher
	}
	return g
}

func (p person) options(site config.Site) Options {
	site.Locations = settings.Locations{Home: filepath.Join(p.dir, "home"), Dir: filepath.Join(p.dir, "project")}
	site.GOOS, site.ManagedDir = "linux", filepath.Join(p.dir, "none")
	return Options{Sources: config.Find(site), Recorder: []string{os.Args[0], recordArg}, Managed: []string{site.ManagedDir}, Limit: 5 * time.Minute}
}

// files lists what is in the directories of the person.
func (p person) files() (all []string) {
	p.t.Helper()
	err := filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	must.Do(p.t, err)
	return all
}

// run starts the client, and checks that it has left nothing and that it agrees.
func (p person) run(o Options, change func(*Plan)) Result {
	p.t.Helper()
	o.Client = ct.Client(p.t)
	o.Temp = p.t.TempDir()
	before := p.files()
	plan, err := Prepare(o)
	must.Do(p.t, err)
	if change != nil {
		change(&plan)
	}
	result, err := plan.Run(context.Background())
	must.Do(p.t, err)
	if left, err := os.ReadDir(o.Temp); err != nil || len(left) > 0 {
		p.t.Errorf("left behind: %v, %v", left, err)
	}
	if after := p.files(); !slices.Equal(before, after) {
		p.t.Errorf("the files of the person were %q and are %q", before, after)
	}
	for _, d := range result.Disagreements {
		i := slices.IndexFunc(result.Handlers, func(h Handler) bool { return h.ID == d.ID })
		p.t.Errorf("%s %s: the client runs %s: %v", d.What(), d.Input, title(result.Handlers[i]), d.Fires)
	}
	return result
}

func title(h Handler) string {
	matcher := "-"
	if h.Matcher != nil {
		matcher = *h.Matcher
	}
	return strings.Join([]string{string(h.Event), matcher, h.If}, "/")
}

// TestClientFindsTheWrongOne: of thirteen handlers in five places one is wrong.
func TestClientFindsTheWrongOne(t *testing.T) {
	p := newPerson(t)
	h := p.handler
	p.write("home/.claude/settings.json", object{"model": "opus", "env": object{"ANTHROPIC_BASE_URL": "https://example.com"}, "hooks": object{
		"PreToolUse":        []object{h("Bash", object{"if": "Bash(git push:*)", "timeout": 5}), h("^(AskUserQuestion|mcp__.+__AskUserQuestion)$", nil)},
		"PostToolUse":       []object{h("Edit|Write|NotebookEdit", nil)},
		"UserPromptSubmit":  []object{h("-", object{"type": "prompt", "prompt": "Is it polite?"})},
		"PermissionRequest": []object{h("mcp__github__.*", object{"type": "http", "url": "https://example.com/hook"})},
	}})
	wrong := p.write("project/.claude/settings.json", object{"hooks": object{
		"PreToolUse": []object{h("bash", nil), h("Write", object{"if": "Write(src/**)"})},
		"SessionEnd": []object{h("clear|logout", nil)}, // one at its start would take two sessions more
	}})
	p.write("project/.claude/settings.local.json", object{"hooks": object{"Stop": []object{h("-", nil)}, "StopFailure": []object{h("-", nil)}, "SubagentStop": []object{h("code-reviewer", nil)}}})
	extra := p.write("extra.json", object{"hooks": object{"PostToolUseFailure": []object{h("Bash", nil)}}})
	p.write("plugin/.claude-plugin/plugin.json", object{"name": "guard", "version": "1.0.0"})
	p.write("plugin/hooks/hooks.json", object{"hooks": object{"PreCompact": []object{h("manual", nil)}}})

	r := p.run(p.options(config.Site{Extra: []string{extra}, PluginDirs: []string{filepath.Join(p.dir, "plugin")}}), nil)
	if all, reached, fire := len(r.Handlers), r.Count(Fires, Never), r.Count(Fires); all != 13 || reached != 13 || fire != 12 {
		t.Errorf("%d handlers, %d reachable, %d fire", all, reached, fire)
	}
	n, err := offline.Isolate()
	if err == nil {
		err = n.Close()
	}
	if r.Version != ct.Version() || r.Isolated != (err == nil) {
		t.Errorf("Claude Code %s, isolated: %v", r.Version, r.Isolated)
	}
	for _, h := range r.Handlers {
		switch {
		case h.State == Fires:
		case title(h) != "PreToolUse/bash/":
			t.Errorf("%s: %s, %s", title(h), h.State, h.Why)
		case h.State != Never || !strings.Contains(h.Why, "upper and lower case count: bash is not Bash") || h.File != wrong || h.Line == 0:
			t.Errorf("the wrong one: %s:%d: %s, %s", h.File, h.Line, h.State, h.Why)
		}
	}
}

// wholeClient holds every matcher and every mistake against the client.
var wholeClient = flag.Bool("client.whole", false, "hold every matcher and every mistake against the client, and not a few of them")

// share is how many there are at least: of all with -client.whole, else of a part.
func share(all, part int) int {
	if *wholeClient {
		return all
	}
	return part
}

// TestClientAgreesWithHooksFire: what fires is what the model of the client says, which
// "hooks fire" prints, for all matchers that it is held against.
func TestClientAgreesWithHooksFire(t *testing.T) {
	p := newPerson(t)
	all := map[string][]object{}
	matchers := measured(t)
	for i, m := range matchers {
		// Package dispatch holds others against the client. Nothing else calls these tools.
		if !*wholeClient && i%24 != 6 && !strings.Contains(m, "conductor") && m != "AskUserQuestion" {
			continue
		}
		for _, e := range []string{"PreToolUse", "PostToolUse", "SessionStart", "SubagentStart"} {
			all[e] = append(all[e], p.handler(m, nil))
		}
	}
	for _, rule := range []string{"Bash", "Bash(git status)", "Bash(git:*)", "Bash(*)", "Bash(rm -rf /*)", "Read", "Edit(src/**)", "bash", "mcp__shop__tool", "mcp__shop", "Bash|Edit"} {
		all["PreToolUse"] = append(all["PreToolUse"], p.handler("-", object{"if": rule}))
	}
	p.write("home/.claude/settings.json", object{"hooks": all})
	r := p.run(p.options(config.Site{}), nil)

	fired, happened := 0, map[string]bool{}
	for _, c := range r.Calls {
		happened[c.What()] = true
		fired += len(c.Fired)
		var may []string
		for _, f := range dispatch.Find(p.options(config.Site{}).Sources, dispatch.Call{Event: c.Event, Value: c.Value, Input: string(c.Input)}).Fires {
			if may = append(may, f.Hook.ID); f.Unless == "" && !slices.Contains(c.Fired, f.Hook.ID) {
				t.Errorf("%s %s: the client does not run %q", c.What(), c.Input, *f.Hook.Group.Matcher)
			}
		}
		if extra := slices.DeleteFunc(slices.Clone(c.Fired), func(id string) bool { return slices.Contains(may, id) }); len(extra) > 0 {
			t.Errorf("%s %s: the client runs %v", c.What(), c.Input, extra)
		}
	}
	for _, what := range []string{"PreToolUse Bash", "PreToolUse AskUserQuestion", "PreToolUse mcp__conductor__AskUserQuestion", "PostToolUse Agent", "SessionStart startup", "SessionStart resume", "SessionStart clear", "SubagentStart general-purpose"} {
		if !happened[what] {
			t.Errorf("%s did not happen", what)
		}
	}
	if never := r.Count(Never); fired < share(2000, 40) || never < share(30, 15) {
		t.Errorf("%d handlers fired, %d never", fired, never)
	}
	t.Logf("%d matchers, %d handlers, %d calls: %d fired, %d handlers never", len(matchers), len(r.Handlers), len(r.Calls), fired, r.Count(Never))
}

// measured are the matchers that the model of the client is held against.
func measured(t *testing.T) (all []string) {
	t.Helper()
	b, err := os.ReadFile("../../claude/dispatch/testdata/matchers.json")
	must.Do(t, err)
	must.Do(t, json.Unmarshal(b, &all))
	if b, err = os.ReadFile("../../claude/config/testdata/matchers.tsv"); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		m, _, _ := strings.Cut(line, "\t")
		if !strings.HasPrefix(line, "#") && m != "(absent)" && !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

// mistakes are hooks that people write, and some healthy ones, from the table of the
// doctor, by what it finds: those that are in the user's settings and need no other file.
func (p person) mistakes() (finds map[string]string) {
	p.t.Helper()
	b, err := os.ReadFile("../doctor/testdata/mistakes/hooks.tsv")
	must.Do(p.t, err)
	all, finds := map[string][]json.RawMessage{}, map[string]string{}
	for n, line := range strings.Split(string(b), "\n") {
		f := strings.Split(line, "\t")
		switch {
		case len(f) < 5 || f[2] != "" || !strings.HasPrefix(f[1], `"`) || strings.Contains(f[1], "github"): // else "git *" would fire for that
			continue
		case f[4] != "-" && !strings.HasPrefix(f[4], "matcher-") && !strings.HasPrefix(f[4], "if-"):
			continue
		}
		row := fmt.Sprintf("row-%d", n)
		text := strings.NewReplacer("RUN", `{"type": "command", "command": "`+row+`"}`, "RECORD", row).Replace(f[1])
		var groups map[string][]json.RawMessage
		if err := json.Unmarshal([]byte("{"+text+"}"), &groups); err != nil {
			continue // settings that are not even JSON
		}
		if known := slices.Contains(slices.Collect(maps.Values(finds)), f[4]); !*wholeClient && n%12 != 0 && known {
			continue
		}
		for event, g := range groups {
			all[event] = append(all[event], g...)
		}
		finds[row] = f[4]
	}
	p.write("home/.claude/settings.json", object{"hooks": all})
	return finds
}

// TestClientAgreesOnMistakes: what the doctor says never fires does not, what it takes for
// healthy is not said never to fire.
func TestClientAgreesOnMistakes(t *testing.T) {
	p := newPerson(t)
	finds := p.mistakes()
	o := p.options(config.Site{})
	o.Around = dispatch.Around{Closed: true}
	r := p.run(o, nil)
	counts := map[State]int{}
	for _, h := range r.Handlers {
		row, _, _ := strings.Cut(h.Command, " ")
		counts[h.State]++
		ok := false
		switch found := finds[row]; found {
		case "-":
			ok = h.State != Never
		case "matcher-partly", "matcher-ignored":
			ok = h.State == Fires
		case "matcher-never", "matcher-invalid", "if-never":
			// What no session without a person causes cannot be tried.
			ok = h.State == Never || h.State == NotTried && (h.Event == hooks.EventNotification || h.Event == hooks.EventConfigChange)
		default:
			continue // what it is about is no matter of firing
		}
		if !ok {
			t.Errorf("%s: %s: %s, %s", finds[row], title(h), h.State, h.Why)
		}
	}
	if counts[Fires] < share(50, 5) || counts[Never] < share(80, 8) || counts[NotTried] > 20 {
		t.Errorf("of %d hooks %v", len(r.Handlers), counts)
	}
	t.Logf("%d hooks, %d calls: %v", len(r.Handlers), len(r.Calls), counts)
}

// TestClientOnTheNetworkOfTheMachine: without the right to make a network it works all
// the same.
func TestClientOnTheNetworkOfTheMachine(t *testing.T) {
	p := newPerson(t)
	p.write("home/.claude/settings.json", object{"hooks": object{"PreToolUse": []object{p.handler("Bash", nil), p.handler("WebFetch", nil), p.handler("mcp__github__.*", nil)}}})
	r := p.run(p.options(config.Site{}), func(plan *Plan) { plan.Isolated = false })
	if r.Isolated || r.Count(Fires) != 3 {
		t.Errorf("isolated: %v, %+v", r.Isolated, r.Handlers)
	}
}

// TestClientIsStopped: nothing is left where the person interrupts, or time is over.
func TestClientIsStopped(t *testing.T) {
	p := newPerson(t)
	p.write("home/.claude/settings.json", object{"hooks": object{"SessionStart": []object{p.handler("-", nil)}}})
	for name, limit := range map[string]time.Duration{"interrupted": time.Hour, "took more than 300ms": 300 * time.Millisecond} {
		o := p.options(config.Site{})
		o.Client, o.Limit, o.Temp = ct.Client(t), limit, t.TempDir()
		plan, err := Prepare(o)
		must.Do(t, err)
		ctx, cancel := context.WithTimeout(context.Background(), min(limit*10, 400*time.Millisecond))
		_, err = plan.Run(ctx)
		if stopped := ctx.Err() != nil; err == nil || !stopped && !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
		if left, err := os.ReadDir(o.Temp); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", name, left, err)
		}
	}
}
