package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/hooks/rule/strictjson"
)

// fieldFlags are the flags for the fields of a rule that are given as a line of text:
// one for each, under its label.
type fieldFlags[T any] struct {
	fields strictjson.Fields[T]
	given  T
}

func (f *fieldFlags[T]) flags(cmd *cobra.Command, fields strictjson.Fields[T]) {
	for _, field := range fields {
		v := field.Of(&f.given)
		switch place := v.Place().(type) {
		case *string:
			if !v.Given() {
				continue
			}
			cmd.Flags().StringVar(place, field.Label, "", field.Usage())
		case *[]string:
			cmd.Flags().StringSliceVar(place, field.Label, nil, field.Usage())
		default:
			continue
		}
		f.fields = append(f.fields, field)
		if choices := v.Choices(); choices != nil {
			_ = cmd.RegisterFlagCompletionFunc(field.Label, cobra.FixedCompletions(strictjson.Words(choices), cobra.ShellCompDirectiveNoFileComp))
		}
		if v.Kind() == strictjson.Directory {
			_ = cmd.MarkFlagDirname(field.Label)
		}
	}
}

// labelled are the flags for the fields in a member.
func (f *fieldFlags[T]) labelled(in string) (labels []string) {
	for _, field := range f.fields {
		if field.In == in {
			labels = append(labels, field.Label)
		}
	}
	return labels
}

// apply gives a rule what was set on the command line.
func (f *fieldFlags[T]) apply(cmd *cobra.Command, r *T) error {
	for _, field := range f.fields {
		if !cmd.Flags().Changed(field.Label) {
			continue
		}
		line, v := field.Of(&f.given).String(), field.Of(r)
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
