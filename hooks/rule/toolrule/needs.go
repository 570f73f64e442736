package toolrule

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// To compile a pattern takes longer than to find out that it cannot match: most rules for
// a tool are about other calls of it.

// mayMatch reports whether the pattern of the condition can match a text: whether that has
// all texts without which it does not.
func (c Condition) mayMatch(value string) bool {
	re, err := syntax.Parse(c.Matches, syntax.Perl)
	return err != nil || !slices.ContainsFunc(required(re, nil), func(text string) bool { return !strings.Contains(value, text) })
}

// required adds the texts that everything holds which an expression finds.
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
