package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Typo is how many letters a word may be away from the one that was meant.
const Typo = 2

// Similar are the words that a mistyped one may be, as cobra finds them for
// commands. In a short word, two letters make another one, unless they are only
// swapped.
func Similar(typed string, known []string) (all []string) {
	if typed == "" {
		return nil
	}
	names := &cobra.Command{SuggestionsMinimumDistance: min(Typo, (len(typed)+1)/3)}
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

// letters are the letters of a word in the order of the alphabet.
func letters(word string) string {
	all := []rune(strings.ToLower(word))
	slices.Sort(all)
	return string(all)
}

// Meant is the hint for a word that is not known: those that it may be, or where
// there are none, or too many to tell anything, another hint.
func Meant(typed string, known []string, otherwise string) string {
	if all := Similar(typed, known); len(all) > 0 && len(all) <= 3 {
		return "did you mean: " + strings.Join(all, ", ")
	}
	return otherwise
}

// NamesOf are the names of the values of a list.
func NamesOf[T any](list []T, name func(T) string) []string {
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = name(v)
	}
	return all
}
