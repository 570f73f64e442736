package config

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

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
