//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
)

// shape is what docs/json.md says of a JSON output, in its notation: a member
// without a value may be anything that is no object or list, N is a number, "a|b"
// one of these texts, and "…" more of the same.
type shape struct {
	kind    string // any, bool, number, text, object, list
	null    bool
	texts   []string         // that a text may be; nil for any
	members map[string]shape // of an object; nil for any
	element *shape           // of a list; nil for any
}

// notation reads shapes.
type notation struct {
	text string
	at   int
}

func (n *notation) space() {
	for n.at < len(n.text) && strings.ContainsRune(" \n\t", rune(n.text[n.at])) {
		n.at++
	}
}

func (n *notation) take(token string) bool {
	n.space()
	if strings.HasPrefix(n.text[n.at:], token) {
		n.at += len(token)
		return true
	}
	return false
}

// word is what stands up to one of the ends.
func (n *notation) word(ends string) string {
	n.space()
	end := strings.IndexAny(n.text[n.at:], ends)
	if end < 0 {
		end = len(n.text) - n.at
	}
	word := n.text[n.at : n.at+end]
	n.at += end
	return strings.TrimSpace(word)
}

func (n *notation) shape() (s shape, err error) {
	switch {
	case n.take("{"):
		s, err = n.object()
	case n.take("["):
		s, err = n.list()
	case n.take(`"`):
		s.kind = "text"
		content := n.word(`"`)
		n.take(`"`)
		if regexp.MustCompile(`^[a-z_-]+(\|[a-z_-]+)+\|?$`).MatchString(content) {
			s.texts = strings.Split(content, "|")
		}
	default:
		switch word := n.word(",]}"); {
		case word == "bool" || word == "N":
			s.kind = map[string]string{"bool": "bool", "N": "number"}[word]
		case strings.HasPrefix(word, "bool or") || word == "":
			err = fmt.Errorf("not understood at %q", n.text[n.at:])
		default:
			s.kind = "any"
		}
	}
	if n.take("or null") {
		s.null = true
	}
	return s, err
}

func (n *notation) object() (shape, error) {
	s := shape{kind: "object", members: map[string]shape{}}
	if n.take("…") || n.take("as ") {
		n.word("}")
		n.at++
		return shape{kind: "object"}, nil
	}
	for !n.take("}") {
		if !n.take(`"`) {
			return s, fmt.Errorf("no member at %q", n.text[n.at:])
		}
		name := n.word(`"`)
		n.at++
		member := shape{kind: "any"}
		if n.take(":") {
			var err error
			if member, err = n.shape(); err != nil {
				return s, err
			}
		}
		s.members[name] = member
		n.take(",")
	}
	return s, nil
}

func (n *notation) list() (shape, error) {
	s := shape{kind: "list"}
	if n.take("…") || n.take("as ") {
		n.word("]")
		n.at++
		return s, nil
	}
	element, err := n.shape()
	s.element = &element
	if n.take(",") {
		n.take("…")
	}
	if err == nil && !n.take("]") {
		err = fmt.Errorf("a list has no end at %q", n.text[n.at:])
	}
	return s, err
}

// differs lists where real output is not as the shape, and marks in seen the
// members of the outermost objects that were there.
func (s shape) differs(path string, v any, seen map[string]bool) (faults []string) {
	kind, fits := "", true
	switch v := v.(type) {
	case nil:
		fits = s.null
	case map[string]any:
		kind = "object"
		for name, value := range v {
			if seen != nil {
				seen[name] = true
			}
			member, ok := s.members[name]
			if !ok && s.members != nil && !placeholders(s.members) {
				faults = append(faults, path+"."+name+" is not documented")
			}
			if ok {
				faults = append(faults, member.differs(path+"."+name, value, nil)...)
			}
		}
	case []any:
		kind = "list"
		for _, value := range v {
			if s.element != nil {
				faults = append(faults, s.element.differs(path+"[]", value, seen)...)
			}
		}
	case string:
		kind, fits = "text", s.texts == nil || slices.Contains(s.texts, v)
	case bool:
		kind = "bool"
	case float64:
		kind = "number"
	}
	if s.kind != "any" && (kind != s.kind && v != nil || !fits) {
		faults = append(faults, fmt.Sprintf("%s is %v", path, v))
	}
	return faults
}

// placeholders reports whether names of members stand for others: QUESTION.
func placeholders(members map[string]shape) bool {
	for name := range members {
		if strings.ToUpper(name) == name {
			return true
		}
	}
	return false
}

// shapesOf finds the shapes of docs/json.md by the last command before each.
func shapesOf(t *testing.T) map[string]string {
	t.Helper()
	content, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	command := ""
	for _, m := range regexp.MustCompile("(?s)`(?:neverask )?([a-z][^`\n]*--json)`|\n```shape\n(.*?)\n```|`([{[]{?\"[^`\n]*)`").FindAllStringSubmatch(string(content), -1) {
		switch {
		case m[1] != "":
			command = m[1]
		case found[command] == "":
			found[command] = m[2] + m[3]
		default:
			found[command+", second"] = m[2] + m[3]
		}
	}
	return found
}

// names are those of the members of a shape, however deep, but for those that stand
// for others.
func (s shape) names() (all []string) {
	for name, member := range s.members {
		if strings.ToUpper(name) != name && !strings.Contains(name, "|") {
			all = append(all, name)
		}
		all = append(all, member.names()...)
	}
	if s.element != nil {
		all = append(all, s.element.names()...)
	}
	return all
}

// sources is the text of the programs.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		all.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// TestDocsShapes: what docs/json.md says of JSON is what commands print: no member
// more, each of the outermost ones, and no name that is not in the source.
func TestDocsShapes(t *testing.T) {
	t.Parallel()
	bin := cmdtest.Programs(t)
	documented, source := shapesOf(t), sources(t)
	r := newReader(t, bin, true)
	broken, fresh := newReader(t, bin, false), newReader(t, bin, false)
	if err := os.WriteFile(broken.root+"/home/.claude/settings.json", []byte(`{"hooks": {"PreToolUse": [{"hooks": [{"type": "comand", "command": "x"}]}]},}`), 0o600); err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	install := "install --yes --json --on-conflict " + r.names[conflictID] + "=park"
	for _, c := range []struct {
		documented string
		runs       []string
		never      []string // members that none of these runs has
	}{
		{"status --json", []string{"status --json"}, nil},
		{"off|on --json", []string{"off --for 1h --project --json", "on --json"}, nil},
		{"away|back --json", []string{"away --json", "back --json"}, nil},
		{"install|uninstall|undo --json", []string{"install --dry-run --json", install, "uninstall --dry-run --json", "undo --yes --json", "rules add tool Bash --act ask --dry-run --json",
			"hooks park " + r.id("hooks list --json", "hooks", "watch-all") + " --dry-run --json"}, nil},
		{"hooks conflicts --json", []string{"hooks conflicts --json"}, nil},
		{"hooks list --json", []string{"hooks list --json"}, nil},
		{"hooks runs --json", []string{"hooks runs AskUserQuestion --json", "hooks runs Bash --json"}, nil},
		{"hooks test --json", []string{"hooks test Bash --yes --json", `FRESH version >/dev/null; echo '{"hook_event_name":"PreToolUse","tool_name":"Read"}' | neverask hooks test PreToolUse --input - --yes --json`}, nil},
		{"hooks list --events --json", []string{"hooks list --events --json"}, nil},
		{"hooks unpark --json", []string{"hooks park --yes " + r.id("hooks list --json", "hooks", "watch-all") + " >/dev/null; neverask hooks unpark --json"}, nil},
		{"log --questions --json", []string{"log --questions --json"}, []string{"away"}},
		{"report --json", []string{"report --json --since 2000-01-01"}, nil},
		{"rules suggest --json", []string{"rules suggest --json"}, nil},
		{"rules list ID --json", []string{"rules list " + r.id("rules list --json", "rules", "") + " --json"}, nil},
		{"undo --list --json", []string{"version >/dev/null; CLAUDECODE=1 neverask rules add --header Later --mode always-ask --yes >/dev/null; neverask undo --list --json"}, []string{"undoes", "rewinds", "follows", "by", "why"}},
		{"hooks restore --list --json", []string{"hooks restore --list --json"}, nil},
		{"rules list --json", []string{"rules add tool Bash --act ask --yes --json >/dev/null; neverask rules list --json"}, []string{"partial", "mcp", "session"}},
		{"explain --json, second", []string{"explain --json tool.json"}, nil},
		{"explain --json", []string{"explain --json call.json"}, nil},
		{"log --tools --json", []string{"log --tools --json"}, []string{"hooks"}},
		{"doctor --json", []string{"doctor --json", "BROKEN doctor --json"}, nil},
		{"uninstall --purge --json", []string{"FRESH install --yes >/dev/null; neverask uninstall --purge --dry-run --json"}, nil},
		{"run list --json", []string{"run list --json"}, []string{"id", "time", "session", "toolUseId", "dir", "command", "input", "open"}},
	} {
		tested[c.documented] = true
		text, ok := documented[c.documented]
		if !ok {
			t.Errorf("docs/json.md has no shape of neverask %s", c.documented)
			continue
		}
		n := &notation{text: text}
		s, err := n.shape()
		if err != nil {
			t.Errorf("%s: %v", c.documented, err)
			continue
		}
		for _, name := range s.names() {
			if !strings.Contains(source, `"`+name+`"`) && !strings.Contains(source, `"`+name+`,omit`) {
				t.Errorf("%s: nothing in the source is called %q", c.documented, name)
			}
		}
		seen := map[string]bool{}
		for _, run := range c.runs {
			who := r
			if rest, ok := strings.CutPrefix(run, "BROKEN "); ok {
				who, run = broken, rest
			} else if rest, ok := strings.CutPrefix(run, "FRESH "); ok {
				who, run = fresh, rest
			}
			out, diag, _ := who.sh("neverask " + run)
			var v any
			if err := json.Unmarshal([]byte(out), &v); err != nil {
				t.Errorf("neverask %s: %v\n%s%s", run, err, out, diag)
				continue
			}
			faults := s.differs("", v, seen)
			slices.Sort(faults)
			for _, fault := range slices.Compact(faults) {
				t.Errorf("neverask %s: %s", run, fault)
			}
		}
		members := s.members
		if s.element != nil {
			members = s.element.members
		}
		for name := range members {
			if !seen[name] && !slices.Contains(c.never, name) && !placeholders(members) {
				t.Errorf("%s: %q is documented and was never there", c.documented, name)
			}
		}
	}
	for command := range documented {
		if !tested[command] {
			t.Errorf("what docs/json.md says of %s is tested by nothing", command)
		}
	}
}
