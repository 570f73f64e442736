package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"neverask/diffview"
)

// NamedBy finds the command that words name. It fails for an unknown command before the flags are parsed, because
// they would be another command's.
func NamedBy(root *cobra.Command, words []string) (*cobra.Command, error) {
	cmd, rest, err := root.Find(words)
	if err != nil || len(rest) == 0 || strings.HasPrefix(rest[0], "-") || !cmd.HasSubCommands() || cmd.Args == nil {
		return cmd, err
	}
	return cmd, cmd.Args(cmd, rest[:1])
}

// unknownHint suggests a subcommand for an unknown word.
func unknownHint(cmd *cobra.Command, word string) string {
	cmd.SuggestionsMinimumDistance = typo(word)
	similar := cmd.SuggestionsFor(word)
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && letters(sub.Name()) == letters(word) {
			similar = append(similar, sub.Name())
		}
	}
	slices.Sort(similar)
	if similar = slices.Compact(similar); len(similar) > 0 {
		return fmt.Sprintf("did you mean: %s %s", cmd.CommandPath(), strings.Join(similar, ", "))
	}
	return "see: " + cmd.CommandPath() + " --help"
}

// elsewhere says what replaces flags that people look for.
var elsewhere = map[string]string{
	"pack": "neverask install needs no choice; neverask log --record on records which tools Claude uses",
}

// FlagError is the usage error for a flag that is unknown, or has a wrong value.
func FlagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		name, value := wrong.GetFlag().Name, diffview.Visible(wrong.GetValue())
		switch wrong.GetFlag().Value.Type() {
		case "duration":
			return Misuse(fmt.Sprintf("write it as --%s 30m or --%[1]s 2h", name),
				"--%s: %q is not a length of time", name, value)
		case "int":
			return Misuse(fmt.Sprintf("write it as --%s 20", name), "--%s: %q is not a whole number", name, value)
		case "bool":
			return Misuse(fmt.Sprintf("write it as --%s or --%[1]s=false", name),
				"--%s: %q is neither true nor false", name, value)
		}
	}
	return Misuse(flagHint(cmd, err), "%w", err)
}

// exclusive is cobra's error for flags that exclude each other.
var exclusive = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^if any flags in the group \[.*\] are set none of the others can be; \[(.*)\] were all set$`)
})

// GroupError is the usage error for flags that exclude each other; other errors stay as they are.
func GroupError(err error) error {
	if err == nil {
		return nil
	}
	given := exclusive().FindStringSubmatch(err.Error())
	if given == nil {
		return err
	}
	switch names := strings.Fields(given[1]); len(names) {
	case 2:
		return Misuse("", "use --%s or --%s, not both", names[0], names[1])
	default:
		return Misuse("", "use only one of --%s", strings.Join(names, ", --"))
	}
}

// flagHint names the flags that a mistyped one may mean.
func flagHint(cmd *cobra.Command, err error) string {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if hint := elsewhere[unknown.GetSpecifiedName()]; hint != "" {
			return hint
		}
		if all := Similar(unknown.GetSpecifiedName(), names); len(all) > 0 {
			return "did you mean: --" + strings.Join(all, ", --")
		}
	}
	return "see: " + cmd.CommandPath() + " --help"
}

// optional matches brackets with their content, and dots, in a usage line.
var optional = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[[^]]*\]+|\.\.\.`) })

// UsageErrors gives wrong arguments the exit code and hint for wrong usage.
func UsageErrors(cmd *cobra.Command) {
	cmd.SuggestionsMinimumDistance = Typo
	if check := cmd.Args; check != nil {
		cmd.Args = func(c *cobra.Command, args []string) error {
			var coded *Error
			err := check(c, args)
			if err == nil || errors.As(err, &coded) {
				return err
			}
			if c.HasSubCommands() {
				return Misuse(unknownHint(c, args[0]), "%w", err)
			}
			example, _, _ := strings.Cut(strings.TrimSpace(c.Example), "\n")
			if names := strings.Fields(optional().ReplaceAllString(c.Use, ""))[1:]; len(names) > len(args) {
				return Misuse("for example: "+example, "missing argument: %s", strings.Join(names[len(args):], " "))
			}
			return Misuse("for example: "+example, "unexpected argument: %s", args[len(args)-1])
		}
	}
	for _, sub := range cmd.Commands() {
		UsageErrors(sub)
		if sub.Name() == "list" && !cmd.Runnable() { // without a subcommand, it lists
			cmd.RunE = func(c *cobra.Command, args []string) error { sub.SetContext(c.Context()); return sub.RunE(sub, args) }
		}
	}
}
