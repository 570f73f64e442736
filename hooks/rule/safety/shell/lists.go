package shell

import (
	"strings"
	"sync"
)

// Lists are lists of words, by name, as in [Entry]. A list is parsed when first used, and kept, because each word of
// a text is looked up in several.
type Lists struct {
	Text string

	mu   sync.Mutex
	read map[string][]string
}

// Words returns the words of a list.
func (l *Lists) Words(name string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	words, ok := l.read[name]
	if !ok {
		if l.read == nil {
			l.read = map[string][]string{}
		}
		words, _ = Entry(l.Text, name)
		l.read[name] = words
	}
	return words
}

// Entry returns the entry for a name in a table of lines such as "a b: words".
func Entry(table, name string) (words []string, ok bool) {
	for line := range strings.Lines(table) {
		if told, ok := entryOf(line, name); ok {
			return strings.Fields(told), true
		}
	}
	return nil, false
}

// entryOf returns the entry of a table's line, if the line has the name.
func entryOf(line, name string) (words string, ok bool) {
	names, words, found := strings.Cut(line, ": ")
	ok = found && strings.Contains(names, name) && line[0] != '#' && among(name, strings.Fields(names)...)
	return words, ok
}
