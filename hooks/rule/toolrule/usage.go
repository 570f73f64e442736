package toolrule

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"neverask/hooks/rule/safety/shell"
)

// A usage says which commands are meant, in words, as the first lines of manuals do:
//
//	go test [-v] [-race] [-run *] ...
//
// Words stand as they are, at the beginning and in this order; "a|b" is one or the other.
// What stands in brackets may be given, in any order: a flag, or one with a value, "*".
// "..." at the end is for further words that are no flags. Neither they nor values may
// lead out of the project. Nothing else may be in the command.
type usage struct {
	words [][]string      // what each of the first words can be
	flags map[string]bool // whether a flag has a value
	more  bool            // other words may follow
}

// parseUsage reads a usage. It is short, so it is read again for each command.
func parseUsage(text string) (u usage, err error) {
	u.flags = map[string]bool{}
	for rest := strings.Fields(text); len(rest) > 0; rest = rest[1:] {
		word := rest[0]
		switch {
		case u.more:
			return u, fmt.Errorf(`usage %q: "..." stands at the end`, text)
		case word == "...":
			u.more = true
		case strings.HasPrefix(word, "["):
			value := len(rest) > 1 && rest[1] == "*]"
			if value {
				word, rest = word+"]", rest[1:]
			}
			inner, closed := strings.CutSuffix(word[1:], "]")
			for flag := range strings.SplitSeq(inner, "|") {
				if !closed || !strings.HasPrefix(flag, "-") || strings.ContainsAny(flag, "[]*=") {
					return u, fmt.Errorf(`usage %q: what may be given is [-flag], [-f|--flag] or [-flag *]`, text)
				}
				u.flags[flag] = value
			}
		case strings.ContainsAny(word, "]*?;&<>$`\\\"'(){}") || len(u.flags) > 0:
			return u, fmt.Errorf("usage %q: %s is no word of a command, or stands behind a flag", text, word)
		default:
			u.words = append(u.words, strings.Split(word, "|"))
		}
	}
	if len(u.words) == 0 || slices.ContainsFunc(u.words, func(either []string) bool { return slices.Contains(either, "") }) {
		return u, fmt.Errorf("usage %q: it begins with the name of a program", text)
	}
	for _, program := range u.words[0] {
		if shell.RunsOthers(path.Base(program)) {
			return u, fmt.Errorf("usage %q: %s runs another command, or changes what the next one does", text, program)
		}
	}
	return u, nil
}

// covers reports whether a command is one of those that are meant.
func (u usage) covers(c shell.Command) bool {
	if len(c.Words) < len(u.words) {
		return false
	}
	for i, either := range u.words {
		if !slices.Contains(either, c.Words[i]) {
			return false
		}
	}
	for rest := c.Words[len(u.words):]; len(rest) > 0; rest = rest[1:] {
		name, value, joined := strings.Cut(rest[0], "=")
		switch takes, known := u.flags[name]; {
		case !strings.HasPrefix(name, "-"):
			if !u.more || !stays(rest[0], c) {
				return false
			}
			continue
		case !known || joined && !takes:
			return false
		case !takes:
			continue
		case !joined && len(rest) == 1:
			return false
		case !joined:
			value, rest = rest[1], rest[1:]
		}
		if !stays(value, c) {
			return false
		}
	}
	return true
}

// stays reports whether a word is no flag, can become none, and does not lead out of the
// project.
func stays(word string, c shell.Command) bool {
	return !strings.HasPrefix(word, "-") && !strings.ContainsAny(word[:min(1, len(word))], "*?[+@") && !c.LeadsOut(word)
}

// checkRuns reports what is wrong with the usages of a condition.
func (c Condition) checkRuns() error {
	if len(c.Runs) > 0 && (c.Field != commandField || c.Not) {
		return fmt.Errorf(`"runs" is about the field %q, and does not go with "not"`, commandField)
	}
	for _, text := range c.Runs {
		if _, err := parseUsage(text); err != nil {
			return err
		}
	}
	return nil
}

// runs reports whether a command is one of those that the condition names. A condition
// that names none is about something else.
func (c Condition) runs(command shell.Command) bool {
	return len(c.Runs) == 0 || slices.ContainsFunc(c.Runs, func(text string) bool {
		u, err := parseUsage(text)
		return err == nil && u.covers(command)
	})
}

// Near says why a call with a command line is not allowed by the allowing rules that are
// about such lines, and how near it comes: how many of its first words are those of a
// rule's. near is 0 where there are no such rules, or one allows it.
func (s *Set) Near(c Call, at Situation) (why string, near int) {
	line, _ := text(c.Input.Get(commandField))
	for _, r := range s.rules {
		tools, err := ParseTools(r.Tool)
		if r.Act != Allow || err != nil || !tools.Match(c.Tool) || !slices.ContainsFunc(r.When, Condition.aboutCommand) {
			continue
		}
		not := s.mismatch(r, c, at)
		n := 1
		if not == "" {
			not, n = s.uncovered(r, c, at), 2
		}
		if not == "" {
			return "", 0
		}
		for _, condition := range r.When {
			for _, u := range condition.Runs {
				n = max(n, 2+alike(strings.Fields(u), strings.Fields(line)))
			}
		}
		if n > near {
			why, near = not, n
		}
	}
	return why, near
}

// alike is how many words of two lists are the same before the first that is not.
func alike(a, b []string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
