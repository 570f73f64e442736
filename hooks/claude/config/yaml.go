package config

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"neverask/settings"

	"go.yaml.in/yaml/v3"
)

// parseFrontMatter reads front matter as Claude Code 2.1.329 does: if the text is not YAML, it
// takes the values of its lines as text and tries again. It returns nil for empty front matter.
func parseFrontMatter(text []byte) (*yaml.Node, error) {
	root, err := parseYAML(text)
	if err == nil {
		return root, nil
	}
	for _, other := range [][]byte{tolerate(text), quoteValues(tolerate(text))} {
		if lenient, again := parseYAML(other); again == nil {
			return lenient, nil
		}
	}
	return nil, err
}

var (
	indentation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[ \t]+`) })
	commaFirst  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^(\s*[\w-]+: +)(,.*)$`) })
)

// tolerate turns text that only the client's parser accepts into YAML: tabs as indentation, a
// comma at the beginning, and characters that end a line in YAML 1.1.
func tolerate(text []byte) []byte {
	text = indentation().ReplaceAllFunc(text, func(b []byte) []byte {
		return bytes.ReplaceAll(b, []byte("\t"), []byte("  "))
	})
	text = commaFirst().ReplaceAll(text, []byte("$1'$2'"))
	return []byte(strings.NewReplacer("\u0085", " ", "\u2028", " ", "\u2029", " ").Replace(string(text)))
}

func parseYAML(text []byte) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil || len(doc.Content) == 0 {
		return nil, err
	}
	renumber(&doc, linesOfFile(text))
	return doc.Content[0], nil
}

// simpleLine is a top-level member with its value on the same line, and special the characters
// that make a value more than text.
var (
	simpleLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z_-]+):\s+([^\r]+)$`) })
	special    = "{}[]*&#!|>%@`"
)

// quoteValues quotes the values of members that are unquoted and may not be valid YAML.
func quoteValues(text []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(text) {
		body, end := strings.TrimSuffix(string(line), "\n"), strings.Repeat("\n", bytes.Count(line, []byte("\n")))
		m := simpleLine().FindStringSubmatch(body)
		if m != nil && !quotedYAML(m[2]) && (strings.ContainsAny(m[2], special) || strings.Contains(m[2], ": ")) {
			body = m[1] + `: "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(m[2]) + `"`
		}
		out.WriteString(body + end)
	}
	return out.Bytes()
}

func quotedYAML(value string) bool {
	first, last := value[0], value[len(value)-1]
	return (first == '"' || first == '\'') && last == first && len(value) > 1
}

// onlyHooks returns the lines of the member "hooks", with all others empty.
func onlyHooks(text []byte) []byte {
	var out bytes.Buffer
	inside := false
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) > 0 && line[0] != ' ' && line[0] != '\t' && line[0] != '#' && line[0] != '-' {
			inside = bytes.HasPrefix(line, []byte("hooks:"))
		}
		if inside {
			out.Write(line)
		} else {
			out.WriteString("\n")
		}
	}
	return out.Bytes()
}

// keys returns the names of a node's members.
func keys(n *yaml.Node) (names []string) {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		names = append(names, n.Content[i].Value)
	}
	return names
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

// yamlJSON returns a node as JSON. Aliases are followed only to a limit, because a short text
// can expand without end.
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
		if n.Decode(&v) == nil && v-v == 0 && !strings.Contains(n.Value, "_") { // finite, and not a YAML 1.1 number
			return fmt.Sprint(v)
		}
	}
	return settings.Quote(n.Value)
}

// lineIn returns the line of the value at a path below a node.
func lineIn(n *yaml.Node, path settings.Path) int {
	for _, name := range path {
		next := member(n, name)
		if i, err := strconv.Atoi(name); err == nil && n.Kind == yaml.SequenceNode && i < len(n.Content) {
			next = n.Content[i]
		}
		if next == nil {
			break
		}
		n = resolve(next)
	}
	return n.Line
}

// linesOfFile returns, for each line as YAML counts them, the line of the file that it is in:
// YAML 1.1 also ends a line at a lone carriage return and at three Unicode characters, which
// no editor does.
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

// renumber changes all nodes' lines to those of the file.
func renumber(n *yaml.Node, lines []int) {
	n.Line = lines[min(n.Line, len(lines)-1)]
	for _, child := range n.Content {
		renumber(child, lines)
	}
}
