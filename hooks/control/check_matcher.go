package control

import (
	"errors"
	"regexp/syntax"
	"strings"
)

// checkMatcher refuses matchers that the client would never find to match. What
// is not a list of names is a JavaScript regular expression there, of which Go
// has no parser; so what JavaScript has beyond Go is taken out before Go's looks
// at the rest.
func checkMatcher(m string) error {
	if isList(m) {
		return nil
	}
	if strings.Contains(m, "(?i)") || strings.Contains(m, "(?s)") || strings.Contains(m, "(?m)") || strings.Contains(m, "(?P<") || strings.Contains(m, `\Q`) {
		return errors.New("not a JavaScript regular expression: it has no inline flags, (?P<name>) or \\Q")
	}
	plain := strings.NewReplacer(
		`\\`, `\\`, "(?=", "(?:", "(?!", "(?:", "(?<=", "(?:", "(?<!", "(?:",
		`\k<`, `(?:<`, `\/`, `/`, `\-`, `-`, `\_`, `_`, `\c`, `c`, `\0`, `0`, `\1`, `1`, `\2`, `2`, `\3`, `3`, `\4`, `4`, `\5`, `5`,
		`\6`, `6`, `\7`, `7`, `\8`, `8`, `\9`, `9`,
	).Replace(m)
	if strings.Contains(plain, `(?:<`) {
		plain = closeReferences(plain)
	}
	_, err := syntax.Parse(plain, syntax.Perl)
	return err
}

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

// closeReferences turns the named references \k<name>, already opened as
// (?:<name>, into groups.
func closeReferences(m string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(m, "(?:<")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, rest, closed := strings.Cut(after, ">")
		if !closed {
			return out.String() + "(" // an error
		}
		out.WriteString(name)
		m = rest
	}
}
