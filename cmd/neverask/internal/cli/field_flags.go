package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/hooks/rule/strictjson"
)

// FieldFlags are flags for the fields of a rule that people can give as a line of text. A flag has its field's label
// as its name. Kinds of rules share flags of the same name.
type FieldFlags[T any] struct {
	Fields strictjson.Fields[T]
	given  T
	Shared []string // labels of flags that another kind also has
}

// Add adds the flags. words are their completions, by label.
func (f *FieldFlags[T]) Add(cmd *cobra.Command, fields strictjson.Fields[T], words map[string][]string) {
	for _, field := range fields {
		v := field.Of(&f.given)
		place, one := v.Place().(*string)
		list, several := v.Place().(*[]string)
		if !several && (!one || !v.Given()) {
			continue
		}
		f.Fields = append(f.Fields, field)
		switch shared := cmd.Flags().Lookup(field.Label); {
		case shared != nil:
			f.Shared = append(f.Shared, field.Label)
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
			_ = cmd.RegisterFlagCompletionFunc(field.Label,
				func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
					return words[field.Label], cobra.ShellCompDirectiveNoFileComp
				}) // the flag already exists
		}
		if v.Kind() == strictjson.Directory {
			_ = cmd.MarkFlagDirname(field.Label)
		}
	}
}

// Names returns the names of the flags.
func (f *FieldFlags[T]) Names() []string {
	return NamesOf(f.Fields, func(field strictjson.Field[T]) string { return field.Label })
}

// Apply sets the fields of a rule that were given on the command line.
func (f *FieldFlags[T]) Apply(cmd *cobra.Command, r *T) error {
	for _, field := range f.Fields {
		if !cmd.Flags().Changed(field.Label) {
			continue
		}
		line, v := f.line(cmd, field), field.Of(r)
		words := strictjson.Words(v.Choices())
		if _, one := v.Place().(*string); one && words != nil && !slices.Contains(words, line) {
			return Misuse(Meant(line, words, "it is one of "+strings.Join(words, ", ")),
				"--%s: unknown %s %q", field.Label, field.Label, line)
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

// line returns the value given for a field.
func (f *FieldFlags[T]) line(cmd *cobra.Command, field strictjson.Field[T]) string {
	if !slices.Contains(f.Shared, field.Label) {
		return field.Of(&f.given).String()
	}
	if list, err := cmd.Flags().GetStringSlice(field.Label); err == nil {
		return strings.Join(list, ", ")
	}
	return cmd.Flags().Lookup(field.Label).Value.String()
}
