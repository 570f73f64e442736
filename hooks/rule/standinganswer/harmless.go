package standinganswer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/redact"
	"neverask/hooks/rule/safety"
)

// checkHarmless reports a secret, and what the safety check finds when the line is read as
// what Claude will do: the line as a whole, and each clause of it by itself, as "when the
// tests pass" makes much look harmless.
func checkHarmless(text string) error {
	if redact.Command(text) != text {
		return errors.New("the line has a secret in it, which every session would be told")
	}
	found := safety.Classify(act(text))
	if all := clauses(text); len(all) > 1 {
		for _, clause := range all {
			found = append(found, safety.ClassifyClause(act(clause))...)
		}
	}
	if len(found) > 0 {
		return fmt.Errorf("%s, which Claude asks you about each time", found[0])
	}
	return nil
}

// act is a text that says what is done.
func act(text string) safety.Question {
	return safety.Question{Options: []safety.Option{{Label: text}}}
}

// conjunctions are the words between clauses.
var conjunctions = []string{
	"when", "whenever", "after", "before", "if", "once", "unless", "until", "while", "and", "or", "then", "but", "because", "without", "right",
	"wenn", "sobald", "nachdem", "bevor", "und", "oder", "dann", "aber", "ohne",
}

// clauses are the parts of a line between its marks and conjunctions.
func clauses(text string) (all []string) {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",;:.", r) }) {
		var words []string
		end := func() {
			if len(words) > 0 {
				all = append(all, strings.Join(words, " "))
			}
			words = nil
		}
		for word := range strings.FieldsSeq(part) {
			if slices.Contains(conjunctions, strings.ToLower(word)) {
				end()
				continue
			}
			words = append(words, word)
		}
		end()
	}
	return all
}
