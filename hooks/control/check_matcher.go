package control

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// checkMatcher refuses matchers that can never match in the client, which reads anything but a
// list of names as a JavaScript regular expression.
func checkMatcher(m string) error {
	if isList(m) {
		return nil
	}
	if err := (&pattern{text: m}).check(); err != nil {
		return fmt.Errorf("not a JavaScript regular expression: %w", err)
	}
	return nil
}

// doubtMatcher says why a matcher is probably not what was meant; for most it is empty.
func doubtMatcher(m string) string {
	switch {
	case permissionRule().MatchString(m):
		return "it is a regular expression, not a permission rule; match the tool, and look at its input"
	case isList(m):
		for name := range strings.FieldsFuncSeq(m, func(c rune) bool { return c == '|' || c == ',' }) {
			if name = strings.TrimSpace(name); strings.HasPrefix(name, "mcp__") && !strings.Contains(name[len("mcp__"):], "__") {
				return "no tool is called " + name + "; " + name + "__.* matches the tools of the server"
			}
		}
	}
	return ""
}

// permissionRule matches what looks like one, such as Bash(git *).
var permissionRule = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Z][A-Za-z]*\([^()?|]*[ :/*][^()?|]*\)$`)
})

// isList reports whether the client takes a matcher for a list of names (Claude
// Code 2.1.329).
func isList(m string) bool {
	for _, c := range []byte(m) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("_-,| *", c) >= 0:
		default:
			return false
		}
	}
	return !strings.Contains(m, "*") || m == "*"
}

// pattern is a regular expression, read as JavaScript reads one without flags: a few things are
// errors, and what has no meaning stands for itself.
type pattern struct {
	text   string
	at     int
	groups []bool // for each open group, whether it may be repeated
	atom   bool   // the part before may be repeated

	names      []string // of groups
	references []string // what comes after each \k
}

// The parts of a pattern that have a form of their own.
var (
	groupStart = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\((?:\?(?:[:=!]|<[=!]|<([\pL_$][\pL\pN_$]*)>|([ims]*)(?:-([ims]*))?:))?`)
	})
	repetition = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:[*+?]|\{(\d+)(,(\d*))?\})\??`) })
)

func (p *pattern) check() error {
	for p.at < len(p.text) {
		if err := p.next(); err != nil {
			return err
		}
	}
	if len(p.groups) > 0 {
		return errors.New("a group is not closed")
	}
	for _, r := range p.references {
		name, _, closed := strings.Cut(strings.TrimPrefix(r, "<"), ">")
		if len(p.names) > 0 && (!strings.HasPrefix(r, "<") || !closed || !slices.Contains(p.names, name)) {
			return fmt.Errorf(`\k%.10s refers to no group`, r)
		}
	}
	return nil
}

// next reads one part.
func (p *pattern) next() error {
	rest := p.text[p.at:]
	if found := repetition().FindStringSubmatch(rest); found != nil {
		p.at += len(found[0])
		return p.repeat(found)
	}
	p.at++
	switch rest[0] {
	case '(':
		return p.open(rest)
	case ')':
		last := len(p.groups) - 1
		if last < 0 {
			return errors.New("a ) without its (")
		}
		p.atom, p.groups = p.groups[last], p.groups[:last]
	case '[':
		p.atom = true
		return p.class()
	case '\\':
		if p.at == len(p.text) {
			return errors.New(`the pattern ends in \`)
		}
		p.at++
		p.atom = rest[1] != 'b' && rest[1] != 'B'
		if strings.HasPrefix(rest, `\k`) {
			p.references = append(p.references, rest[2:])
		}
	case '|', '^', '$':
		p.atom = false
	default:
		p.atom = true
	}
	return nil
}

func (p *pattern) repeat(found []string) error {
	if !p.atom {
		return fmt.Errorf("nothing comes before %s", found[0])
	}
	p.atom = false
	if from, to := number(found[1]), number(found[3]); found[3] != "" && from > to {
		return fmt.Errorf("%s is out of order", found[0])
	}
	return nil
}

// number reads the number of a repetition; one that is too big counts as infinite.
func number(digits string) uint64 {
	n, _ := strconv.ParseUint(digits, 10, 64) // on overflow, the biggest number
	return n
}

func (p *pattern) open(rest string) error {
	found := groupStart().FindStringSubmatch(rest)
	start := found[0]
	flags := found[2] + found[3]
	if start == "(" && strings.HasPrefix(rest, "(?") ||
		strings.HasSuffix(start, ":") && start != "(?:" && !distinct(flags) {
		return fmt.Errorf("no group begins with %.4s", rest)
	}
	p.at += len(start) - 1
	if found[1] != "" {
		p.names = append(p.names, found[1])
	}
	p.groups = append(p.groups, !strings.HasPrefix(start, "(?<=") && !strings.HasPrefix(start, "(?<!"))
	p.atom = false
	return nil
}

// distinct reports whether there are flags, none of them twice.
func distinct(flags string) bool {
	letters := strings.Split(flags, "")
	slices.Sort(letters)
	return flags != "" && len(slices.Compact(letters)) == len(flags)
}

// class reads a class of characters to its end.
func (p *pattern) class() error {
	for escaped := false; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == ']':
			p.at++
			return nil
		case c == '-' && p.descends():
			return fmt.Errorf("the range %s is out of order", p.text[p.at-1:p.at+2])
		}
	}
	return errors.New("a class is not closed")
}

// descends reports whether the hyphen here stands between two letters or digits of
// which the first comes after the second.
func (p *pattern) descends() bool {
	if p.at < 2 || p.at+1 >= len(p.text) || p.text[p.at-2] == '\\' || p.text[p.at-2] == '-' {
		return false
	}
	a, b := p.text[p.at-1], p.text[p.at+1]
	plain := func(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' }
	return plain(a) && plain(b) && a > b
}
