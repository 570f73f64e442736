package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/hooks/rule/strictjson"
)

// fieldFlags are the flags for the fields of a rule that are given as a line of text:
// one for each, under its label. A flag that a rule of another kind has got already is
// shared with it.
type fieldFlags[T any] struct {
	fields strictjson.Fields[T]
	given  T
	shared []string // labels
}

// flags adds the flags. words are those that they are completed with, by label.
func (f *fieldFlags[T]) flags(cmd *cobra.Command, fields strictjson.Fields[T], words map[string][]string) {
	for _, field := range fields {
		v := field.Of(&f.given)
		place, one := v.Place().(*string)
		list, several := v.Place().(*[]string)
		if !several && (!one || !v.Given()) {
			continue
		}
		f.fields = append(f.fields, field)
		switch shared := cmd.Flags().Lookup(field.Label); {
		case shared != nil:
			f.shared = append(f.shared, field.Label)
			if shared.Usage != field.Usage() {
				shared.Usage = field.Usage() + "; of a rule for tools: " + shared.Usage
			}
		case several:
			cmd.Flags().StringSliceVar(list, field.Label, nil, field.Usage())
		default:
			cmd.Flags().StringVar(place, field.Label, "", field.Usage())
		}
		if choices := v.Choices(); choices != nil {
			words[field.Label] = append(words[field.Label], strictjson.Words(choices)...)
			_ = cmd.RegisterFlagCompletionFunc(field.Label, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return words[field.Label], cobra.ShellCompDirectiveNoFileComp
			}) // a second time it is there
		}
		if v.Kind() == strictjson.Directory {
			_ = cmd.MarkFlagDirname(field.Label)
		}
	}
}

// flagNames are the names of the flags.
func (f *fieldFlags[T]) flagNames() []string {
	return namesOf(f.fields, func(field strictjson.Field[T]) string { return field.Label })
}

// apply gives a rule what was set on the command line.
func (f *fieldFlags[T]) apply(cmd *cobra.Command, r *T) error {
	for _, field := range f.fields {
		if !cmd.Flags().Changed(field.Label) {
			continue
		}
		line, v := f.line(cmd, field), field.Of(r)
		words := strictjson.Words(v.Choices())
		if _, one := v.Place().(*string); one && words != nil && !slices.Contains(words, line) {
			return usage(meant(line, words, "it is one of "+strings.Join(words, ", ")), "--%s: unknown %s %q", field.Label, field.Label, line)
		}
		if v.Kind() == strictjson.Directory && line != "" {
			dir, err := filepath.Abs(line)
			if err != nil {
				return err
			}
			line = dir
		}
		v.Set(line)
	}
	return nil
}

// line is what was given for a field.
func (f *fieldFlags[T]) line(cmd *cobra.Command, field strictjson.Field[T]) string {
	if !slices.Contains(f.shared, field.Label) {
		return field.Of(&f.given).String()
	}
	if list, err := cmd.Flags().GetStringSlice(field.Label); err == nil {
		return strings.Join(list, ", ")
	}
	return cmd.Flags().Lookup(field.Label).Value.String()
}
