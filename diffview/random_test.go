package diffview

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

const planted = "hunter2"

// dice makes settings out of few words, so that two of them have much in common.
type dice struct{ *rand.Rand }

func (d dice) of(words ...string) string { return words[d.IntN(len(words))] }

func (d dice) list(most int, element func() string) string {
	var all []string
	for range d.IntN(most + 1) {
		all = append(all, element())
	}
	return "[" + strings.Join(all, d.of(",", ", ", ",\n  ")) + "]"
}

// object shuffles its members, which are "name": value.
func (d dice) object(members ...string) string {
	members = slices.DeleteFunc(members, func(string) bool { return d.IntN(5) == 0 })
	d.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, d.of(",", ",\n")) + "}"
}

func (d dice) secret() string { return fmt.Sprintf("%s%d", planted, d.IntN(3)) }

func (d dice) handler() string {
	if d.IntN(20) == 0 {
		return d.of(`5`, `"x"`, `{}`, `[]`, `null`)
	}
	return d.object(
		`"type":"`+d.of("command", "http", "prompt", "odd")+`"`,
		`"command":"`+d.of("a", "/x/b", "/y/b", "c --token="+d.secret(), "TOKEN="+d.secret()+" c", `curl -H \"X-Api-Key: `+d.secret()+`\"`)+`"`,
		`"url":"https://u:`+d.secret()+`@h/`+d.of("1", "2")+`"`,
		`"headers":{"A":"`+d.secret()+`"}`,
		`"args":["--api-key","`+d.secret()+`"]`,
		`"timeout":`+d.of("5", "10", `"5"`, "null"),
	)
}

func (d dice) group() string {
	if d.IntN(20) == 0 {
		return d.of(`5`, `{}`, `{"matcher":5,"hooks":[]}`, `{"hooks":{}}`, `[[]]`)
	}
	return d.object(
		`"matcher":"`+d.of("", "*", "Bash", `\u0042ash`)+`"`,
		`"hooks":`+d.list(3, d.handler), `"hooks":`+d.list(3, d.handler),
		`"extra":`+d.of("1", `{"password":"`+d.secret()+`"}`))
}

func (d dice) settings() string {
	if d.IntN(30) == 0 {
		return d.of("", "{}", "[]", "{", " ")
	}
	event := func(name string) string {
		return `"` + name + `":` + d.of(d.list(5, d.group), d.list(5, d.group), d.list(5, d.group), `"odd"`, "{}")
	}
	return d.object(
		`"hooks":`+d.of(d.object(event("Stop"), event("PreToolUse"), event("PreToolUse")), d.object(event("Stop")), d.of("[]", "5")),
		`"env":{"A":"`+d.secret()+`","B":`+d.of("1", "2", "true")+`}`,
		`"permissions":{"deny":`+d.list(4, func() string { return d.of(`"a"`, `"b"`, `{"c":1}`, `{"c":2}`, "[3]") })+"}",
		`"apiKey":`+d.list(3, func() string { return `"` + d.secret() + `"` }),
		`"model":"`+d.of("opus", "sonnet")+`"`)
}

// TestRandomSettings checks on settings of every shape that each difference is
// told, none is made up, and no secret shows.
func TestRandomSettings(t *testing.T) {
	t.Parallel()
	d := dice{rand.New(rand.NewPCG(1, 2))}
	for i := range 3000 {
		before, after := d.settings(), d.settings()
		if d.IntN(10) == 0 {
			after = before
		}
		if t.Failed() {
			t.Fatalf("round %d, before:\n%s\nafter:\n%s", i-1, before, after)
		}
		sum := Changes([]byte(before), []byte(after), nil)
		back := Changes([]byte(after), []byte(before), nil)
		old, now := parseFile([]byte(before)), parseFile([]byte(after))
		if same := before == after || old.IsObject() && now.IsObject() && canonical(old) == canonical(now); same != (len(sum.Changes) == 0) {
			t.Errorf("%d changes, but same meaning: %v", len(sum.Changes), same)
		}
		if sum.count(OpAdd) != back.count(OpRemove) || sum.count(OpRemove) != back.count(OpAdd) {
			t.Errorf("+%d -%d, but back +%d -%d", sum.count(OpAdd), sum.count(OpRemove), back.count(OpAdd), back.count(OpRemove))
		}
		changes, err := json.Marshal(sum)
		musttest.Do(t, err)
		shown := string(changes) + Text(Semantic(sum)) + Text(Unified([]byte(before), []byte(after), -1))
		if at := strings.Index(shown, planted); at >= 0 {
			t.Errorf("a secret shows: %s", shown[max(at-80, 0):at+20])
		}
	}
}
