//go:build linux

package main

import (
	"errors"
	"neverask/cmd/neverask/internal/cli"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// prose is a document without its fenced blocks.
func prose(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
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

// TestDocsHaveNoHiddenBlocks: a block that is indented and not fenced is run by
// nothing, and both sides of an unfinished merge are read by everybody.
func TestDocsHaveNoHiddenBlocks(t *testing.T) {
	for _, file := range documents(t) {
		if at := regexp.MustCompile(`(?m)^\n( {4}|\t).*`).FindString(prose(t, file)); at != "" {
			t.Errorf("%s: a block without a fence: %q", filepath.Base(file), at)
		}
		if at := regexp.MustCompile(`(?m)^(<{7}|>{7}) .*`).FindString(prose(t, file)); at != "" {
			t.Errorf("%s: a merge was not finished: %q", filepath.Base(file), at)
		}
	}
}

var inlineCode = regexp.MustCompile("`([^`\n]+)`")

// clientFlags are the flags of Claude Code that documents name.
var clientFlags = []string{
	"--allowedTools", "--bare", "--input-format", "--mcp-config", "--permission-mode", "--permission-prompt-tool", "--permission-prompts",
	"--print", "--resume", "--setting-sources", "--verbose",
}

// TestDocsNameWhatThereIs: commands, flags and tests that documents name in
// a sentence are there.
func TestDocsNameWhatThereIs(t *testing.T) {
	t.Parallel()
	flags := map[string]bool{}
	for _, cmd := range commands(rootCommand(&cli.App{})) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { flags[f.Name] = true })
	}
	tests := testNames(t)
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
			for _, test := range regexp.MustCompile(`\bTest[A-Z]\w*`).FindAllString(code, -1) {
				checked["tests"]++
				if !slices.ContainsFunc(tests, func(s string) bool { return strings.HasPrefix(s, test) }) {
					t.Errorf("%s: there is no test %s", name, test)
				}
			}
		}
	}
	for what, least := range map[string]int{"commands": 100, "flags": 30, "tests": 3} {
		if checked[what] < least {
			t.Errorf("only %d %s", checked[what], what)
		}
	}
}

// alternatives are the commands that "hooks park|unpark" stands for.
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

func testNames(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(string(content), -1) {
			names = append(names, m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestDocsAnchors: a link to a part of a document leads to a heading.
func TestDocsAnchors(t *testing.T) {
	n := 0
	for _, file := range documents(t) {
		for _, m := range regexp.MustCompile(`\]\(([^)#:\s]*)#([^)\s]+)\)`).FindAllStringSubmatch(prose(t, file), -1) {
			n++
			target := file
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(file), m[1])
			}
			content, err := os.ReadFile(target)
			if err != nil || !slices.Contains(anchors(string(content)), m[2]) {
				t.Errorf("%s: %s has no heading #%s, %v", filepath.Base(file), filepath.Base(target), m[2], err)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d links", n)
	}
}

// anchors are the names that a forge gives to headings.
func anchors(markdown string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(markdown, -1) {
		name := regexp.MustCompile(`[^a-z0-9_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all = append(all, strings.ReplaceAll(name, " ", "-"))
	}
	return all
}

// TestDocsNameEveryRecord: what a purge knows by its name is in docs/files.md.
func TestDocsNameEveryRecord(t *testing.T) {
	source, err := os.ReadFile("../../hooks/app/purge/purge.go")
	if err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile("../../docs/files.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, list := range regexp.MustCompile(`\[\]string\{\s*("[^}]*)\}`).FindAllStringSubmatch(string(source), -1) {
		for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(list[1], -1) {
			n++
			if !strings.Contains(string(manual), "`"+m[1]+"`") && !strings.Contains(string(manual), "`"+m[1]+"/`") {
				t.Errorf("docs/files.md does not name %s", m[1])
			}
		}
	}
	if n < 12 {
		t.Errorf("only %d records", n)
	}
}

// TestArchitectureNamesEveryPackage: none is without a line. Those of hooks and
// of the commands are named below it, and those for tests by their last name.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	_, section, _ := strings.Cut(prose(t, "../../ARCHITECTURE.md"), "\n## Packages\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, name := range goList(t, "../../...") {
		name = strings.TrimPrefix(name, "neverask/")
		short := strings.TrimPrefix(strings.TrimPrefix(name, "hooks/"), "cmd/neverask/internal/")
		if isSupport(name) && !strings.Contains(section, "`"+name+"`") {
			short = filepath.Base(name)
		}
		if !strings.Contains(section, "`"+name+"`") && !strings.Contains(section, "`"+short+"`") {
			t.Errorf("ARCHITECTURE.md does not say what is in %s", name)
		}
	}
}

// TestDocsShapesAreComplete: every command with --json has its shape in docs/json.md.
func TestDocsShapesAreComplete(t *testing.T) {
	manual := prose(t, "../../docs/json.md")
	documented := map[string]bool{}
	for _, m := range regexp.MustCompile("`(?:neverask )?([a-z][^`\n]*--json[^`\n]*)`").FindAllStringSubmatch(manual, -1) {
		for _, words := range alternatives(strings.Fields(m[1])) {
			if found, _, err := rootCommand(&cli.App{}).Find(words); err == nil {
				documented[found.CommandPath()] = true
			}
		}
	}
	for _, cmd := range jsonCommands(rootCommand(&cli.App{})) {
		if !documented[cmd] {
			t.Errorf("docs/json.md does not say what %s --json prints", cmd)
		}
	}
}

func jsonCommands(root *cobra.Command) (paths []string) {
	for _, cmd := range commands(root) {
		if cmd.Flags().Lookup("json") != nil {
			paths = append(paths, cmd.CommandPath())
		}
	}
	return paths
}
