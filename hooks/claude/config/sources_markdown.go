package config

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"neverask/settings"
	"neverask/settings/saferead"
)

// markdown reads the front matter of the user's, the project's and the administrator's skills,
// subagents and commands.
func (f *finder) markdown() {
	written := Source{ReadOnly: "neverask edits settings, not the front matter of Markdown"}
	f.frontMatter(f.site.Config(), written)
	for _, dir := range f.projectDirs() {
		f.frontMatter(filepath.Join(dir, ".claude"), written)
	}
	f.frontMatter(filepath.Join(f.managedDir(), ".claude"), Source{ReadOnly: "it is set by your administrator"})
}

// projectDirs are the start directory and those above it in its repository.
func (f *finder) projectDirs() []string {
	var dirs []string
	for dir := f.site.Dir; dir != ""; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if exists(filepath.Join(dir, ".git")) {
			return dirs
		}
		if filepath.Dir(dir) == dir {
			break
		}
	}
	return dirs[:min(len(dirs), 1)]
}

// markdownFiles says where Markdown files with front matter are, and when their hooks run, as
// observed with Claude Code 2.1.329.
var markdownFiles = []struct {
	kind    Kind
	pattern string
	when    string
}{
	{Skill, "skills/*/SKILL.md", "from the first use of the skill %s to the end of the session"},
	{Agent, "agents/*.md", "when a session runs as the agent %s"},
	{Agent, "agents/*/*.md", "when a session runs as the agent %s"},
	{Command, "commands/*.md", "from the first use of the command %s to the end of the session"},
	{Command, "commands/*/*.md", "from the first use of the command %s to the end of the session"},
}

// frontMatter reads the Markdown files below a directory.
func (f *finder) frontMatter(dir string, like Source) {
	for _, place := range markdownFiles {
		found, _ := filepath.Glob(filepath.Join(escapeGlob(dir), filepath.FromSlash(place.pattern)))
		slices.Sort(found)
		for _, path := range found {
			source := like
			source.Kind, source.File = place.kind, path
			name := strings.TrimSuffix(filepath.Base(path), ".md")
			if place.kind == Skill {
				name = filepath.Base(filepath.Dir(path))
				source.Root = filepath.Dir(path)
			}
			if like.Name != "" { // a plugin's
				plugin, _, _ := strings.Cut(like.Name, "@")
				name, source.Root = plugin+":"+name, like.Root
			}
			source.Name, source.When = name, fmt.Sprintf(place.when, name)
			if !f.fresh(path) {
				continue
			}
			if f.markdownFiles++; f.markdownFiles > maxMarkdown {
				f.reportLimit(dir)
				return
			}
			f.markdownFile(source)
		}
	}
}

// Limits: how much is read of one file, of how many files, and of the front matter of all
// sources together that may have hooks.
const (
	maxFrontMatter = 256 << 10
	maxMarkdown    = 10_000
	maxYAML        = 4 << 20
)

// reportLimit reports, once, that not all Markdown files are read.
func (f *finder) reportLimit(dir string) {
	if !f.markdownTold {
		f.markdownTold = true
		f.find(dir,
			fmt.Sprintf(
				"only %d skills, subagents and commands are examined, and %d MB of their front matter: there is more here",
				maxMarkdown, maxYAML>>20),
			"remove what you do not use; hooks in the rest are unknown")
	}
}

func (f *finder) markdownFile(source Source) {
	head, err := saferead.ReadHead(source.File, maxFrontMatter)
	if err != nil {
		f.fault(source.File, err, OffHooks)
		return
	}
	text, ok := frontMatter(head)
	if !ok || !bytes.Contains(text, []byte("hooks")) && !bytes.Contains(text, []byte("allowed-tools")) {
		return
	}
	if f.yaml += len(text); f.yaml > maxYAML {
		f.reportLimit(source.File)
		return
	}
	root, err := parseFrontMatter(text)
	if err != nil {
		f.notYAML(source, text, err)
		return
	}
	if root == nil {
		return
	}
	if tools := member(root, "allowed-tools"); tools != nil {
		f.allowedTools(source, tools)
	}
	f.frontMatterHooks(source, root)
}

// frontMatterHooks reads the hooks of a front matter. It needs all members: hooks may be in the
// wrong place.
func (f *finder) frontMatterHooks(source Source, root *yaml.Node) {
	hooks := member(root, "hooks")
	if hooks == nil && !slices.ContainsFunc(keys(root), Known) {
		return
	}
	if why := whyNoAgent(root); source.Kind == Agent && source.Root == "" && source.Off == "" && why != "" {
		f.findings = append(f.findings, Finding{
			File: source.File, Line: root.Line, Msg: why, Hint: "write one", Off: OffFile,
		})
		source.Off = why
	}
	raw, err := yamlJSON(root)
	if err != nil && hooks != nil { // it is long, and most of it is not hooks
		raw, err = yamlJSON(hooks)
		raw = `{"hooks":` + raw + "}"
	}
	if err == nil {
		var doc settings.Document
		if doc, err = settings.ParseLast([]byte(raw)); err == nil {
			f.take(source, doc, func(path settings.Path, _ int) int { return lineIn(root, path) })
			return
		}
	}
	f.find(source.File, "its hooks cannot be read: "+err.Error(), "correct the front matter")
}

// notYAML reads what it can of the hooks in a front matter that the client cannot read, and so
// does not use.
func (f *finder) notYAML(source Source, text []byte, err error) {
	msg := "its front matter is not valid YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")
	off := OffHooks
	if source.Kind == Agent {
		off = OffFile
	}
	f.findings = append(f.findings, Finding{File: source.File, Msg: msg, Hint: "correct it", Off: off})
	if root, err := parseFrontMatter(onlyHooks(text)); err == nil && root != nil {
		source.Off = msg + ", so " + off.String()
		f.frontMatterHooks(source, root)
	}
}

// frontMatter returns the YAML between the "---" line that a file begins with and the next
// three dashes, wherever they are (Claude Code 2.1.329). The first line is replaced by a line
// break, so that line numbers stay those of the file.
func frontMatter(b []byte) ([]byte, bool) {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	first, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || string(bytes.TrimRight(first, " \t\r")) != "---" {
		return nil, false
	}
	text, _, ok := bytes.Cut(rest, []byte("---"))
	return append([]byte("\n"), text...), ok
}

// whyNoAgent says why a front matter does not define a subagent, if it does not.
func whyNoAgent(root *yaml.Node) string {
	for _, name := range []string{"name", "description"} {
		v := member(root, name)
		if v == nil || v.Kind != yaml.ScalarNode || v.Value == "" ||
			slices.Contains([]string{"!!null", "!!bool", "!!int", "!!float"}, v.ShortTag()) {
			return "its " + name + " is not text, so Claude Code has no such agent"
		}
	}
	return ""
}
