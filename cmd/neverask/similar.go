package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// typo is how many letters a word may be away from the one that was meant.
const typo = 2

// similar are the words that a mistyped one may be, as cobra finds them for
// commands. In a short word, two letters make another one, unless they are only
// swapped.
func similar(typed string, known []string) (all []string) {
	if typed == "" {
		return nil
	}
	names := &cobra.Command{SuggestionsMinimumDistance: min(typo, (len(typed)+1)/3)}
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

// meant is the hint for a word that is not known: those that it may be, or where
// there are none, or too many to tell anything, another hint.
func meant(typed string, known []string, otherwise string) string {
	if all := similar(typed, known); len(all) > 0 && len(all) <= 3 {
		return "did you mean: " + strings.Join(all, ", ")
	}
	return otherwise
}

// namesOf are the names of the values of a list.
func namesOf[T any](list []T, name func(T) string) []string {
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = name(v)
	}
	return all
}
