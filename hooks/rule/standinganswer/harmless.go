package standinganswer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/redact"
	"neverask/hooks/rule/safety"
)

// checkHarmless reports a secret, and what the safety check finds if the line says what Claude will do. It checks the
// whole line, and each clause by itself, because "when the tests pass" makes much look harmless.
func checkHarmless(text string) error {
	if redact.Command(text) != text {
		return errors.New("the line contains a secret, which every session would be told")
	}
	found := safety.Classify(act(text))
	if all := clauses(text); len(all) > 1 {
		for _, clause := range all {
			found = append(found, safety.ClassifyClause(act(clause))...)
		}
	}
	if len(found) > 0 {
		return fmt.Errorf("%s, which Claude asks you about each time", safety.Telling(found))
	}
	return nil
}

// act returns a question whose only text says what is done.
func act(text string) safety.Question {
	return safety.Question{Options: []safety.Option{{Label: text}}}
}

// conjunctions are the words between clauses.
var conjunctions = []string{
	"when", "whenever", "after", "before", "if", "once", "unless",
	"until", "while", "and", "or", "then", "but", "because", "without", "right",
	"wenn", "sobald", "nachdem", "bevor", "und", "oder", "dann", "aber", "ohne",
}

// clauses returns the parts of a line between its marks and conjunctions.
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
