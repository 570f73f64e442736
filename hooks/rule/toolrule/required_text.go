package toolrule

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// Compiling a pattern takes longer than finding out that it cannot match, and most rules for a tool do not match its
// next call.

// mayMatch reports whether the condition's pattern can match a text: whether the text contains all literals that the
// pattern requires.
func (c Condition) mayMatch(value string) bool {
	re, err := syntax.Parse(c.Matches, syntax.Perl)
	return err != nil ||
		!slices.ContainsFunc(required(re, nil), func(text string) bool { return !strings.Contains(value, text) })
}

// required adds the literals that every match of an expression contains.
func required(re *syntax.Regexp, texts []string) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			texts = append(texts, string(re.Rune))
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0], texts)
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0], texts)
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			texts = required(sub, texts)
		}
	}
	return texts
}
