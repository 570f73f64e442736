package question

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func source(preferences, stamp string) Source {
	return Source{Content: strings.NewReader(preferences), Size: int64(len(preferences)), Stamp: stamp}
}

func TestLookupOnlyForItsPreferences(t *testing.T) {
	const preferences = `{"version":1,"partial":"off","mcp":{"b":"deny","a":"answers"},"session":"spawned",` +
		`"rules":[{"id":"r1","match":{"header":"h"},"mode":"always-ask"}]}`
	_, file, _, err := Compile([]byte(preferences), "stamp")
	if err != nil {
		t.Fatal(err)
	}
	open := func(file []byte, s Source) error {
		_, err := OpenLookup(bytes.NewReader(file), int64(len(file)), s)
		return err
	}
	l, err := OpenLookup(bytes.NewReader(file), int64(len(file)), source(preferences, ""))
	if err != nil {
		t.Fatal(err)
	}
	want := Preferences{Version: 1, Partial: "off", MCP: map[string]Policy{"b": PolicyDeny, "a": PolicyAnswers}, Session: Spawned}
	if got := l.Settings(); !reflect.DeepEqual(got, want) || l.Stamp() != "stamp" {
		t.Errorf("settings %+v, stamp %q", got, l.Stamp())
	}

	// One changed byte of the same length, with another stamp or with none.
	edited := strings.Replace(preferences, "always-ask", "always-asK", 1)
	for _, s := range []Source{source(edited, ""), source(edited, "other"), source(preferences+" ", "stamp"), source("", "stamp")} {
		if err := open(file, s); !errors.Is(err, ErrLookup) {
			t.Errorf("other preferences (%d bytes, stamp %q): %v", s.Size, s.Stamp, err)
		}
	}
	// The same stamp proves that the content is the same, so it is not read.
	unreadable := source(preferences, "stamp")
	unreadable.Content = nil
	if err := open(file, unreadable); err != nil {
		t.Errorf("the same stamp: %v", err)
	}
	_, unstamped, _, err := Compile([]byte(preferences), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := open(unstamped, source(edited, "")); !errors.Is(err, ErrLookup) {
		t.Errorf("two empty stamps count as equal: %v", err)
	}

	for i := range file {
		broken := bytes.Clone(file)
		broken[i] ^= 0x40
		if err := open(broken, source(preferences, "")); !errors.Is(err, ErrLookup) {
			t.Errorf("byte %d damaged: %v", i, err)
		}
		if err := open(file[:i], source(preferences, "")); !errors.Is(err, ErrLookup) {
			t.Errorf("cut to %d bytes: %v", i, err)
		}
	}
}

// every is a source of rules that files nothing.
type every struct {
	Preferences
}

func (e every) Settings() Preferences { return e.Preferences }
func (e every) For(Call, Question, Identity) []Rule {
	all := e.Rules
	for i := range e.Trusted {
		all = append(slices.Clip(all), e.Trusted[i].Rules()...)
	}
	return all
}

// TestLookupFindsEveryRule compares decisions by a lookup with decisions by all
// the rules.
func TestLookupFindsEveryRule(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	texts := []string{"Run the 3 tests?", "run the 4 TESTS?", "Color?", "Color? <qid:a>", "Delete all data?", "Size?"}
	decided, proposed := 0, 0
	for range 300 {
		var list []string
		for range r.IntN(12) {
			match := map[string]string{}
			for range 1 + r.IntN(2) {
				switch field := pick("marker", "exact", "text", "header", "options", "pattern", "source", "tool"); field {
				case "marker":
					match[field] = `"a"`
				case "exact", "text":
					match[field] = `"` + pick(texts...) + `"`
				case "header":
					match[field] = pick(`"A"`, `"b"`)
				case "options":
					match[field] = pick(`["x","y"]`, `["Y","X"]`, `["x"]`)
				case "pattern":
					match[field] = pick(`"tests"`, `"^C"`)
				case "source":
					match[field] = pick(`"review"`, `"ship"`)
				case "tool":
					match[field] = pick(`"native"`, `"srv"`)
				}
			}
			var fields []string
			for k, v := range match {
				fields = append(fields, fmt.Sprintf("%q:%s", k, v))
			}
			rule := `"match":{` + strings.Join(fields, ",") + `},` +
				pick(`"mode":"always-ask"`, `"mode":"never-ask","answer":"x"`, `"mode":"never-ask","answer":"y"`, `"mode":"prefer","answer":"x"`)
			if r.IntN(3) == 0 {
				rule += `,"project":"` + pick("/p", "/q") + `"`
			}
			list = append(list, rule)
		}
		content := ""
		for i := range r.IntN(4) {
			content += fmt.Sprintf(`,{"id":"p%d","match":{%q:%q},%s}`, i, pick("exact", "text"), pick(texts...),
				pick(`"mode":"always-ask"`, `"mode":"never-ask","answer":"x"`, `"mode":"prefer","answer":"y"`))
		}
		own := len(list)
		var preferences string
		if content == "" {
			preferences = rules(list...)
		} else {
			preferences = trusting(pick("/p", "/p", "/q"), `{"version":1,"rules":[`+content[1:]+`]}`, list...)
		}
		at := situation()
		if own < 9 { // where the person's own rules decide less
			at.Proposal = func(string) []byte { return []byte(`{"version":1,"rules":[` + content[min(1, len(content)):] + `]}`) }
		}
		p, problems, err := ParsePreferences([]byte(preferences))
		if err != nil || len(problems) > 0 {
			t.Fatal(preferences, problems, err)
		}
		lookup := compileRules(t, preferences)
		for _, text := range texts {
			c := parseCall(t, pick(Tool, "mcp__srv__AskUserQuestion"), ask(text+"|"+pick("A", "B")+"|x|y"))
			want := Decide(c, every{p}, at, nil)
			got := Decide(c, lookup, at, nil)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s\n%s: got %+v, want %+v", preferences, text, got, want)
			}
			if got.Choices[0].Rule != "" {
				decided++
			}
			if strings.HasPrefix(got.Choices[0].Rule, ProjectPrefix) {
				proposed++
			}
		}
	}
	if decided < 200 || proposed < 20 {
		t.Errorf("only %d questions met a rule, %d of them one of a project", decided, proposed)
	}
}

// TestChecksumOfARule: the half that is kept of a checksum finds every damaged
// bit, wherever it is. Of 12 million damages, 0.003 would be missed by chance.
func TestChecksumOfARule(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 6000 {
		text := make([]byte, 200+r.IntN(100))
		for i := range text {
			text[i] = byte(' ' + r.IntN('~'-' '))
		}
		sum := uint32(checksum(text))
		for i := range text {
			for bit := range 8 {
				text[i] ^= 1 << bit
				if uint32(checksum(text)) == sum {
					t.Errorf("bit %d of byte %d of %d is missed", bit, i, len(text))
				}
				text[i] ^= 1 << bit
			}
		}
	}
}
