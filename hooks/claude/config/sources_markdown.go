package config

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"neverask/settings"
	"neverask/settings/foreign"
)

// markdown reads the front matter of the skills, subagents and commands of the
// person, the project and the administrator.
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

// markdownFiles are where Markdown files with front matter are, and when their hooks
// run: seen with Claude Code 2.1.329.
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
			if like.Name != "" { // of a plugin
				plugin, _, _ := strings.Cut(like.Name, "@")
				name, source.Root = plugin+":"+name, like.Root
			}
			source.Name, source.When = name, fmt.Sprintf(place.when, name)
			if !f.fresh(path) {
				continue
			}
			if f.markdownFiles++; f.markdownFiles > maxMarkdown {
				f.enough(dir)
				return
			}
			f.markdownFile(source)
		}
	}
}

// What is looked at of Markdown: how much of one file, how many files, and how much
// front matter that may have hooks, of all sources together.
const (
	maxFrontMatter = 256 << 10
	maxMarkdown    = 10_000
	maxYAML        = 4 << 20
)

// enough tells, once, that there is more Markdown than is looked at.
func (f *finder) enough(dir string) {
	if !f.markdownTold {
		f.markdownTold = true
		f.find(dir, fmt.Sprintf("only %d skills, subagents and commands are looked at, and %d MB of their front matter: here there is more", maxMarkdown, maxYAML>>20),
			"take out what is not used; hooks in the others are not known")
	}
}

func (f *finder) markdownFile(source Source) {
	head, err := foreign.ReadHead(source.File, maxFrontMatter)
	if err != nil {
		f.fault(source.File, err)
		return
	}
	text, ok := frontMatter(head)
	if !ok || !bytes.Contains(text, []byte("hooks")) && !bytes.Contains(text, []byte("allowed-tools")) {
		return
	}
	if f.yaml += len(text); f.yaml > maxYAML {
		f.enough(source.File)
		return
	}
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		f.find(source.File, "its front matter is not valid YAML: "+strings.TrimPrefix(err.Error(), "yaml: "), "correct it, or its hooks may not run")
		return
	}
	if len(root.Content) == 0 {
		return
	}
	renumber(&root, linesOfFile(text))
	if tools := member(root.Content[0], "allowed-tools"); tools != nil {
		f.allowedTools(source, tools)
	}
	hooks := member(root.Content[0], "hooks")
	if hooks == nil {
		return
	}
	raw, err := yamlJSON(hooks)
	if err == nil {
		var doc settings.Document
		if doc, err = settings.Parse([]byte(`{"hooks":` + raw + `}`)); err == nil {
			f.read(&source, doc)
			placeLines(source.Groups, hooks)
			f.list = append(f.list, source)
			return
		}
	}
	f.find(source.File, "its hooks cannot be read: "+err.Error(), "correct the front matter")
}

// frontMatter returns the YAML between the "---" line that a file begins with
// and the next one. A line break stands for the first of them, so that line
// numbers are those of the file.
func frontMatter(b []byte) ([]byte, bool) {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	first, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || string(bytes.TrimRight(first, " \t\r")) != "---" {
		return nil, false
	}
	end := 0
	for line := range bytes.Lines(rest) {
		if string(bytes.TrimRight(line, " \t\r\n")) == "---" {
			return append([]byte("\n"), rest[:end]...), true
		}
		end += len(line)
	}
	return nil, false
}

// linesOfFile gives, for each line as YAML counts them, the line of the file that
// it lies in: YAML 1.1 also ends a line at a lone carriage return and at three
// characters of Unicode, which no editor does.
func linesOfFile(text []byte) []int {
	lines, line := []int{0, 1}, 1 // YAML's first line is its line 1
	for i, r := range string(text) {
		switch r {
		case '\n':
			line++
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				continue
			}
		case '\u0085', '\u2028', '\u2029':
		default:
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

// renumber gives all nodes the lines of the file.
func renumber(n *yaml.Node, lines []int) {
	n.Line = lines[min(n.Line, len(lines)-1)]
	for _, child := range n.Content {
		renumber(child, lines)
	}
}

func member(n *yaml.Node, name string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return resolve(n.Content[i+1])
		}
	}
	return nil
}

func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

// yamlJSON writes a node as JSON. Aliases are followed to a limit, because a
// short text can stand for an endless one.
func yamlJSON(n *yaml.Node) (string, error) {
	w := yamlWriter{left: 10_000}
	w.node(n)
	if w.left <= 0 {
		return "", errors.New("too long")
	}
	return w.out.String(), nil
}

type yamlWriter struct {
	out  strings.Builder
	left int
}

func (w *yamlWriter) node(n *yaml.Node) {
	if w.left--; w.left <= 0 {
		return
	}
	n = resolve(n)
	switch n.Kind {
	case yaml.MappingNode:
		w.list('{', '}', n.Content, 2, func(i int) {
			w.out.WriteString(settings.Quote(n.Content[i].Value) + ":")
			w.node(n.Content[i+1])
		})
	case yaml.SequenceNode:
		w.list('[', ']', n.Content, 1, func(i int) { w.node(n.Content[i]) })
	default:
		w.out.WriteString(scalar(n))
	}
}

func (w *yamlWriter) list(open, closing byte, content []*yaml.Node, step int, item func(int)) {
	w.out.WriteByte(open)
	for i := 0; i+step <= len(content) && w.left > 0; i += step {
		if i > 0 {
			w.out.WriteByte(',')
		}
		item(i)
	}
	w.out.WriteByte(closing)
}

func scalar(n *yaml.Node) string {
	switch n.ShortTag() {
	case "!!null":
		return "null"
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			return fmt.Sprint(b)
		}
	case "!!int", "!!float":
		var v float64
		if n.Decode(&v) == nil && v-v == 0 { // neither infinite nor no number
			return fmt.Sprint(v)
		}
	}
	return settings.Quote(n.Value)
}

// placeLines gives groups and handlers the lines of the YAML they were read
// from.
func placeLines(groups []Group, hooks *yaml.Node) {
	next := 0
	for i := 0; i+1 < len(hooks.Content); i += 2 {
		for _, g := range resolve(hooks.Content[i+1]).Content {
			if next >= len(groups) {
				return
			}
			group := &groups[next]
			next++
			group.Line = g.Line
			handlers := member(resolve(g), "hooks")
			for j := range group.Handlers {
				if handlers != nil && j < len(handlers.Content) {
					group.Handlers[j].Line = handlers.Content[j].Line
				}
			}
		}
	}
}
