package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Typo is the number of letters by which a word may differ from the intended one.
const Typo = 2

// typo returns the number of letters by which a word may differ from the intended one: fewer in a short word.
func typo(word string) int { return min(Typo, (len(word)+1)/3) }

// Similar returns the words that a mistyped one may mean, as cobra finds them for commands. A short word that differs
// by two letters does not count, unless the letters are only swapped.
func Similar(typed string, known []string) (all []string) {
	if typed == "" {
		return nil
	}
	names := &cobra.Command{SuggestionsMinimumDistance: typo(typed)}
	for _, name := range known {
		names.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	near := names.SuggestionsFor(typed)
	for _, name := range known {
		if slices.Contains(near, name) || letters(name) == letters(typed) {
			all = append(all, name)
		}
	}
	return all
}

// letters returns the letters of a word in alphabetical order.
func letters(word string) string {
	all := []rune(strings.ToLower(word))
	slices.Sort(all)
	return string(all)
}

// Meant returns the hint for an unknown word: the words that it may mean or, if there are none or too many, another
// hint.
func Meant(typed string, known []string, otherwise string) string {
	if all := Similar(typed, known); len(all) > 0 && len(all) <= 3 {
		return "did you mean: " + strings.Join(all, ", ")
	}
	return otherwise
}

// NamesOf returns the names of the values of a list.
func NamesOf[T any](list []T, name func(T) string) []string {
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = name(v)
	}
	return all
}
