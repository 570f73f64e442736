//go:build linux

package main

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"neverask/cmd/neverask/internal/cli"
	"neverask/settings/musttest"
)

// prose returns a document without its fenced blocks.
func prose(t *testing.T, file string) string {
	t.Helper()
	content := musttest.Read(t, file)
	var out strings.Builder
	open := false
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			open = !open
		} else if !open {
			out.WriteString(line)
		}
	}
	return out.String()
}

var inlineCode = regexp.MustCompile("`([^`\n]+)`")

// clientFlags are the flags of Claude Code that documents name.
var clientFlags = []string{
	"--allowedTools", "--bare", "--input-format", "--mcp-config", "--permission-mode", "--permission-prompt-tool", "--permission-prompts",
	"--print", "--resume", "--setting-sources", "--verbose",
}

// TestDocsNameWhatThereIs: commands and flags that documents name in a sentence are there.
func TestDocsNameWhatThereIs(t *testing.T) {
	t.Parallel()
	flags := map[string]bool{}
	for _, cmd := range commands(rootCommand(&cli.App{})) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
	}
	checked := map[string]int{}
	for _, file := range documents(t) {
		name := filepath.Base(file)
		for _, m := range inlineCode.FindAllStringSubmatch(prose(t, file), -1) {
			code := m[1]
			switch first, _, _ := strings.Cut(code, " "); {
			case first == "neverask":
				checked["commands"]++
				for _, words := range alternatives(strings.Fields(code)[1:]) {
					if fault := unknown(words); fault != "" {
						t.Errorf("%s: `%s`: %s", name, code, fault)
					}
				}
			case strings.HasPrefix(first, "--") && len(first) > 2:
				checked["flags"]++
				flag, _, _ := strings.Cut(first, "=")
				client := slices.Contains(clientFlags, flag)
				if !client && !flags[strings.TrimPrefix(flag, "--")] && flag != "--flag" {
					t.Errorf("%s: no command has the flag %s", name, flag)
				}
			}
		}
	}
	for what, least := range map[string]int{"commands": 100, "flags": 30} {
		if checked[what] < least {
			t.Errorf("only %d %s", checked[what], what)
		}
	}
}

// alternatives returns the commands that "hooks park|unpark" stands for.
func alternatives(words []string) [][]string {
	for i, w := range words {
		if strings.HasPrefix(w, "-") || !strings.Contains(w, "|") {
			continue
		}
		var all [][]string
		for one := range strings.SplitSeq(w, "|") {
			all = append(all, alternatives(slices.Concat(words[:i], []string{one}, words[i+1:]))...)
		}
		return all
	}
	return [][]string{words}
}

// unknown says what of a command line neverask does not know. Arguments may be left
// out, or be words such as ID.
func unknown(words []string) string {
	if len(words) == 0 || strings.ToUpper(words[0]) == words[0] {
		return ""
	}
	root := rootCommand(&cli.App{})
	root.InitDefaultCompletionCmd() // else cobra adds them when it runs
	root.InitDefaultHelpCmd()
	found, rest, err := root.Find(words)
	if err == nil && !found.DisableFlagParsing {
		err = found.ParseFlags(rest)
	}
	if err != nil && !errors.Is(err, pflag.ErrHelp) && !strings.HasPrefix(err.Error(), "flag needs an argument") {
		return err.Error()
	}
	if found.HasSubCommands() && found.Flags().NArg() > 0 && found.ArgsLenAtDash() != 0 && strings.ToLower(found.Flags().Arg(0)) == found.Flags().Arg(0) {
		return "there is no " + found.Flags().Arg(0)
	}
	return ""
}
