package config

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/settings/musttest"
)

// TestInAnyOrder: whatever comes and goes, in whatever order and with
// whatever matcher, the file holds exactly the entries of those that are there,
// and without any it has its original bytes.
func TestInAnyOrder(t *testing.T) {
	t.Parallel()
	owner := Owner{Commands: []string{ours}}
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		text := files[random.IntN(len(files))]
		doc, there := parse(t, text), map[Installable]bool{}
		var past []settings.Edit
		var steps []string
		for range 3 + random.IntN(8) {
			p := Installables()[random.IntN(3)]
			there[p] = !there[p]
			needs := Needs{[]string{"", "Bash", "Bash|Edit"}[random.IntN(3)], random.IntN(2) == 0, random.IntN(2) == 0}
			entries := wanted(there, needs)
			steps = append(steps, string(p))
			next, err := Install(parse(t, string(doc.Bytes())), owner, entries, past)
			musttest.Do(t, err)
			groups, err := Read(next)
			musttest.Do(t, err)
			if slices.Contains(Installed(groups, entries), false) || strings.Count(string(next.Bytes()), ours) != len(entries) {
				t.Fatalf("seed %d, after %v: want %d entries in %s", seed, steps, len(entries), next.Bytes())
			}
			for _, p := range Installables() {
				if own := wanted(map[Installable]bool{p: there[p]}, needs); len(owner.Groups(groups, p)) != len(own) {
					t.Fatalf("seed %d, after %v: want %d groups of %s in %s", seed, steps, len(own), p, next.Bytes())
				}
			}
			past, doc = append(past, next.Edits()...), next
		}
		doc = parse(t, string(doc.Bytes()))
		want := text
		if text == "" {
			want = "{}\n" // removing the file is the business of the plan
		}
		reverted, err := doc.Revert(past)
		if err != nil || string(reverted.Bytes()) != want && string(reverted.Bytes()) != text {
			t.Errorf("seed %d, %v: taking the edits back gives %q, %v; want %q", seed, steps, reverted.Bytes(), err, want)
		}
		// Where the edits cannot be taken back one by one, the entries are looked for.
		if back, err := Uninstall(doc, owner, past); err != nil || string(back.Bytes()) != want {
			t.Errorf("seed %d, %v: uninstalling gives %q, %v; want %q", seed, steps, back.Bytes(), err, want)
		}
	}
}

func wanted(there map[Installable]bool, n Needs) (entries []Entry) {
	for _, p := range Installables() {
		if there[p] {
			entries = append(entries, p.Entries(ours, n)...)
		}
	}
	return entries
}

// TestRematch: a stale matcher is changed in place, beside what others have in
// the file; a handler that shares its group is taken out of it instead.
func TestRematch(t *testing.T) {
	owner := Owner{Commands: []string{ours}}
	doc, err := Install(parse(t, `{"hooks":{"PreToolUse":[]}}`), owner, ToolRuleHook.Entries(ours, Needs{Matcher: "Bash"}), nil)
	musttest.Do(t, err)
	doc, err = doc.Append(settings.Path{"hooks", "PreToolUse"}, `{"hooks":[{"type":"command","command":"theirs"}]}`)
	musttest.Do(t, err)
	doc = parse(t, strings.Replace(string(doc.Bytes()), `"timeout":5`, `"timeout":9`, 1))
	doc, err = Install(doc, owner, ToolRuleHook.Entries(ours, Needs{Matcher: "Bash|Edit"}), nil)
	musttest.Do(t, err)
	if text := string(doc.Bytes()); len(doc.Edits()) != 1 || !strings.Contains(text, `"timeout":9`) || strings.Index(text, "Bash|Edit") > strings.Index(text, "theirs") {
		t.Errorf("got %s", text)
	}
	shared := parse(t, `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"theirs"},`+
		`{"type":"command","command":"`+ours+`","args":["rules"]}]}]}}`)
	doc, err = Install(shared, owner, ToolRuleHook.Entries(ours, Needs{Matcher: "Edit"}), nil)
	musttest.Do(t, err)
	groups, err := Read(doc)
	if err != nil || len(groups) != 2 || *groups[0].Matcher != "Bash" || len(groups[0].Handlers) != 1 || *groups[1].Matcher != "Edit" {
		t.Errorf("got %s, %v", doc.Bytes(), err)
	}
}

func TestInstallableOf(t *testing.T) {
	for _, p := range Installables() {
		for _, e := range p.Entries(ours, Needs{Matcher: "Bash", Tell: true}) {
			g := ParseGroup(e.Event, e.JSON())
			if len(g.Handlers) != 1 || InstallableOf(g.Handlers[0]) != p || !e.matches(g.Handlers[0]) {
				t.Errorf("%s %s: got %+v", p, e.Event, g)
			}
		}
	}
	if p := InstallableOf(Handler{Args: []string{"activity", "more"}}); p != "" {
		t.Errorf("got %q", p)
	}
	inputs := ActivityRecording.Entries(ours, Needs{Arguments: true})
	for i, e := range ActivityRecording.Entries(ours, Needs{}) {
		h := ParseGroup(e.Event, inputs[i].JSON()).Handlers[0]
		if InstallableOf(h) != ActivityRecording || RecordsArguments(h) != (e.Event == "PreToolUse") || e.matches(h) == RecordsArguments(h) {
			t.Errorf("%s: got %+v", e.Event, h)
		}
	}
	if len(ToolRuleHook.Entries(ours, Needs{})) != 0 {
		t.Error("rules that name no tool have an entry")
	}
	if told, usual := QuestionHooks.Entries(ours, Needs{Tell: true}), QuestionHooks.Entries(ours, Needs{Matcher: "Bash"}); len(told) != len(usual)+1 || len(usual) != 3 {
		t.Errorf("got %v and %v", told, usual)
	}
}
