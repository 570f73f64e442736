package conflict

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings/saferead"
)

// Words of the protocol as scripts write them: with quotes of any kind, escaped
// or not, and ":" or "=".
const (
	said   = `["'\\]*\s*(?::|=>?|,)\s*[\\"']+`
	quoted = `\\*["']`
)

// A sign is a word of the protocol in a script, and what it does. Where its pattern matches,
// one of the words occurs too, and words are much faster to search for.
type sign struct {
	name    string
	words   string
	pattern string
}

var signs = []sign{
	{"deny", "deny", `(?:permissionDecision|behavior)` + said + `deny`},
	{"ask", "permissionDecision", `permissionDecision` + said + `ask`},
	{"defer", "defer", `permissionDecision` + said + `defer`},
	{"allow", "allow", `(?:permissionDecision|behavior)` + said + `allow`},
	{"block", "block", `decision` + said + `block`},
	{"approve", "approve", `decision` + said + `approve`},
	{"exit2", "xit", `\bexit\s+2\b|\bexit\(2\)|\bExit\(2\)|process\.exitCode\s*=\s*2\b`},
	{"stop", "continue", `continue["'\\]*\s*[:=]\s*(?:false|False)`},
	{"computed", "permissionDecision behavior",
		`permissionDecision["'\\]*\s*(?::|=>?)\s*[^\s"'\\]|behavior["'\\]*\s*(?::|=>?)\s*[^\s"'\\]`},
	{"updatedInput", "updatedInput", `updatedInput`},
	{"answers", "answers", `\banswers\b`},
	{"updatedToolOutput", "updatedToolOutput", `updatedToolOutput`},
	{"questions", "AskUserQuestion", `AskUserQuestion`},
	{"tool", "ame", `tool_?[nN]ame`},
	{"otherTool", "Bash Edit Write Read Glob Grep Web Task",
		quoted + `(?:Bash|Edit|Write|MultiEdit|Read|Glob|Grep|WebFetch|WebSearch|Task|NotebookEdit)[\\"'|)]`},
	{"condition", "if case match switch && || unless select(",
		`\bif\b|\bcase\b|\bmatch\b|\bswitch\b|&&|\|\||\bunless\b|\bselect\(`},
}

// place is where a sign was seen.
type place struct {
	path string
	line int
}

func (p place) String() string {
	if p.path == "" {
		return "in its command"
	}
	return fmt.Sprintf("%s:%d", filepath.Base(p.path), p.line)
}

// detector finds a sign.
type detector struct {
	name    string
	words   []string
	pattern *regexp.Regexp
}

var detectors = sync.OnceValue(func() []detector {
	var all []detector
	for _, s := range signs {
		all = append(all, detector{s.name, strings.Fields(s.words), regexp.MustCompile(s.pattern)})
	}
	return all
})

func (d detector) possible(text string) bool {
	return slices.ContainsFunc(d.words, func(word string) bool { return strings.Contains(text, word) })
}

// signsIn finds the signs in a text, each with the first line that has it.
func signsIn(text string) map[string]int {
	found := map[string]int{}
	left := slices.DeleteFunc(slices.Clone(detectors()), func(d detector) bool { return !d.possible(text) })
	for l := range code(text) {
		left = slices.DeleteFunc(left, func(d detector) bool {
			seen := d.possible(l.text) && d.pattern.MatchString(l.text)
			if seen {
				found[d.name] = l.number
			}
			return seen
		})
		if len(left) == 0 {
			break
		}
	}
	return found
}

// A script is a text that a hook runs.
type script struct {
	path  string         // empty for the command line itself
	gap   string         // why it could not be read, or not to its end
	signs map[string]int // in which line each was seen first
}

// maxScript is how much of a script is read, in bytes.
const maxScript = 512 << 10

// A reading says what was found in the text of a hook's command and of the script that it
// names.
type reading struct {
	scripts []script
	missing string // a file that it runs but that does not exist
	gap     string // why it may do something else
}

// read reads the command of a hook and the script that its first words name.
func (s CommandEnv) read(h config.Hook) reading {
	s = s.Remembering()
	line := strings.Join(append([]string{h.Handler.Command}, h.Handler.Args...), "\n")
	r := reading{scripts: []script{{signs: signsIn(line[:min(len(line), maxScript)])}}}
	argv, gap := s.argv(h)
	_, _, more := named(argv)
	r.gap = cmp.Or(gap, more)
	for _, p := range s.Programs(h) {
		switch {
		case !p.There && p.Tested: // then it does nothing
		case !p.There && r.missing == "":
			r.missing = p.Path
		case !p.There:
		case p.Direct && p.Name == filepath.Base(p.Name): // a program of the machine
			if !Interprets(p.Name) {
				r.gap = cmp.Or(r.gap, p.Name+" is a program of the system")
			}
		default:
			text := s.script(p.Path)
			r.scripts, r.gap = append(r.scripts, text), cmp.Or(r.gap, text.gap)
		}
	}
	return r
}

// script reads a script and looks for signs in it.
func (s CommandEnv) script(path string) script {
	if known, ok := s.library.scripts[path]; ok {
		return known
	}
	found := script{path: path}
	text, err := s.library.budget.ReadHead(path, maxScript)
	switch {
	case errors.Is(err, saferead.ErrSpent):
		found.gap = "hooks before it used up the reading budget"
	case err != nil:
		found.gap = path + " cannot be read"
	case bytes.IndexByte(text[:min(len(text), 8<<10)], 0) >= 0:
		found.gap = path + " is a binary"
	default:
		if len(text) == maxScript {
			found.gap = path + " is too long to read"
		}
		found.signs = signsIn(string(text))
	}
	s.library.scripts[path] = found
	return found
}

// scan finds the signs in all scripts, each with its first place.
func scan(scripts []script) map[string]place {
	found := map[string]place{}
	for _, s := range scripts {
		for name, number := range s.signs {
			if _, known := found[name]; !known {
				found[name] = place{s.path, number}
			}
		}
	}
	return found
}

// finding says what a hook may do according to its scripts.
func (r reading) finding(event hooks.Event) finding {
	if r.missing != "" {
		fault := Effect{Fault: r.missing + " is not there"}
		return finding{effects: []Effect{fault}, proof: []Evidence{{Basis: ReadIn, Detail: fault.Fault}}, missing: r.missing}
	}
	found := scan(r.scripts)
	seen := func(name string) bool { _, ok := found[name]; return ok }
	var f finding
	var cites []string
	cite := func(text, name string) {
		if at := found[name]; at.path != "" {
			cites = append(cites, "it "+text+" ("+at.String()+")")
			return
		}
		cites = append(cites, "its command "+text)
	}
	say := func(name, text string, e Effect) {
		if seen(name) {
			f.effects = appendNew(f.effects, e)
			cite(text, name)
		}
	}
	switch event {
	case hooks.EventPostToolUse:
		say("updatedToolOutput", "replaces the result", Effect{Replaces: true})
	default:
		say("deny", "denies", Effect{Decision: hooks.Deny})
		say("block", "blocks", Effect{Decision: hooks.Deny})
		if event == hooks.EventPreToolUse {
			say("exit2", "exits with status 2", Effect{Decision: hooks.Deny})
			say("ask", "asks", Effect{Decision: hooks.Ask})
			say("defer", "defers", Effect{Decision: hooks.Defer})
		}
		r.allowing(event, seen, say)
	}
	say("stop", "stops Claude", Effect{Stops: true})
	return r.conclude(f, found, cites)
}

// allowing reads what a hook that does not refuse does.
func (r reading) allowing(event hooks.Event, seen func(string) bool, say func(name, text string, e Effect)) {
	allow := hooks.NoDecision
	if seen("allow") || seen("computed") || seen("approve") {
		allow = hooks.Allow
	}
	switch {
	case seen("updatedInput") && seen("answers"):
		say("updatedInput", "answers", Effect{Decision: allow, Input: Answered})
	case seen("updatedInput"):
		say("updatedInput", "writes other questions", Effect{Decision: allow, Input: Rewritten})
	default:
		say("allow", "allows", Effect{Decision: hooks.Allow})
		if event == hooks.EventPreToolUse {
			say("approve", "approves", Effect{Decision: hooks.Allow})
		}
	}
}

// conclude weighs what was found. Without a decision nothing is known: a program that the
// script starts may decide.
func (r reading) conclude(f finding, found map[string]place, cites []string) finding {
	seen := func(name string) bool { _, ok := found[name]; return ok }
	detail := strings.Join(cites[:min(len(cites), 3)], ", ")
	switch {
	case len(f.effects) > 0 && seen("tool") && seen("otherTool") && !seen("questions"):
		f.effects = []Effect{{}}
		detail = fmt.Sprintf("what it decides is about other tools (%s)", found["otherTool"])
	case len(f.effects) > 0:
		if seen("condition") {
			f.effects = appendNew(f.effects, Effect{})
		}
	case seen("computed"):
		return unreadable(fmt.Sprintf("its decision is computed (%s)", found["computed"]))
	default:
		return unreadable(cmp.Or(r.gap, "no decision was found in "+r.names()))
	}
	f.proof = []Evidence{{Basis: ReadIn, Detail: detail}}
	return f
}

// unreadable is evidence that says nothing about the effect.
func unreadable(why string) finding {
	return finding{proof: []Evidence{{Basis: ReadIn, Detail: why}}}
}

// names lists what was read.
func (r reading) names() string {
	var names []string
	for _, s := range r.scripts {
		name := "its command"
		if s.path != "" {
			name = filepath.Base(s.path)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// line is a line of a script that is not a comment.
type line struct {
	number int
	text   string
}

// code yields the lines of a script without the comments. A line that begins with "*" is a
// comment only inside a block comment: in a shell it is a pattern.
func code(text string) iter.Seq[line] {
	return func(yield func(line) bool) {
		number, block := 0, false
		blocks := strings.Contains(text, "/*") && blockComments(text)
		for l := range strings.Lines(text) {
			number++
			trimmed := strings.TrimSpace(l)
			if blocks && strings.HasPrefix(trimmed, "/*") {
				block = true
			}
			if block {
				block = !strings.Contains(trimmed, "*/")
				continue
			}
			if trimmed != "" && !strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "//") &&
				!yield(line{number, trimmed}) {
				return
			}
		}
	}
}

// blockComments reports whether a script may have comments between "/*" and "*/", which mean
// something else to a shell and to Python.
func blockComments(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(first, "#!") {
		return strings.Contains(text, "*/")
	}
	return regexp.MustCompile(`\b(node|bun|deno|tsx|ts-node|php)\b`).MatchString(first)
}
