package question

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"neverask/hooks"
)

// Lookup is a preferences file made ready for finding the few rules that can match a
// question. It reads a rule when a question needs it.
//
// What says where the rules are can be kept in a file, so that a hook need not read a
// thousand rules to find one. It is text: a line with the settings as JSON, and then a
// line for each rule, with its key, and the offset and the length of the rule in the
// preferences, in hexadecimal.
// These lines are sorted, and one is as long as another.
type Lookup struct {
	preferences []byte
	settings    Preferences
	lines       []byte // without the last line break
	err         error
}

// lineLength is that of a line with its line break.
const lineLength = len("0a1b2c3d 000001f4 000000f0\n")

// errIndex is returned for an index that was made from other preferences.
var errIndex = errors.New("not an index of these preferences")

// Compile reads a preferences file. Problems and error are those of
// [ParsePreferences]. The content must stay as it is.
func Compile(preferences []byte) (*Lookup, []Problem, error) {
	f, err := readFile(preferences)
	if err != nil {
		return nil, nil, err
	}
	lines := make([]string, 0, len(f.rules))
	start := len(preferences) - len(f.document)
	for _, r := range f.rules {
		lines = append(lines, fmt.Sprintf("%08x %08x %08x", r.key(), start+r.offset, r.length))
	}
	slices.Sort(lines)
	return &Lookup{preferences: preferences, settings: f.settings, lines: []byte(strings.Join(lines, "\n"))}, f.problems, nil
}

// Index says where the rules are. It has no empty line.
func (l *Lookup) Index() []byte {
	return slices.Concat(l.settings.settingsJSON(), []byte("\n"), l.lines)
}

// OpenLookup is [Compile] of preferences that have been compiled before. That the index
// was made from them, and is whole, is for the caller to know.
func OpenLookup(index, preferences []byte) (*Lookup, error) {
	settings, lines, _ := bytes.Cut(index, []byte("\n"))
	f, err := readFile(settings)
	if err != nil {
		return nil, err
	}
	return &Lookup{preferences: preferences, settings: f.settings, lines: lines}, nil
}

// Settings returns the preferences without their rules.
func (l *Lookup) Settings() Preferences { return l.settings }

// Err returns the first error that [Lookup.For] met. What was decided before must
// not be used then: a rule that cannot be read may be one that says to ask.
func (l *Lookup) Err() error { return l.err }

// For returns the rules filed under the question's keys, in file order.
func (l *Lookup) For(c Call, q Question, id Identity) []Rule {
	wanted := keys(c, q, id)
	var offsets []string
	for _, key := range wanted {
		offsets = l.offsets(offsets, fmt.Sprintf("%08x ", key))
	}
	slices.Sort(offsets) // by offset
	var rules []Rule
	for _, place := range slices.Compact(offsets) {
		r, err := l.rule(place)
		if err != nil {
			l.err = err
			return nil
		}
		rules = append(rules, r)
	}
	return rules
}

// offsets adds where the rules are that are filed under a key.
func (l *Lookup) offsets(all []string, key string) []string {
	count := (len(l.lines) + 1) / lineLength
	line := func(i int) []byte { return l.lines[i*lineLength:][:lineLength-1] }
	for i := sort.Search(count, func(i int) bool { return string(line(i)) >= key }); i < count; i++ {
		place, ok := bytes.CutPrefix(line(i), []byte(key))
		if !ok {
			break
		}
		all = append(all, string(place))
	}
	return all
}

// at is the text at a place of the preferences.
func (l *Lookup) at(place string) ([]byte, error) {
	from, to, _ := strings.Cut(place, " ")
	offset, err1 := strconv.ParseUint(from, 16, 32)
	length, err2 := strconv.ParseUint(to, 16, 32)
	if err1 != nil || err2 != nil || offset+length > uint64(len(l.preferences)) {
		return nil, errIndex
	}
	return l.preferences[offset:][:length], nil
}

// rule reads a rule that Compile has found good.
func (l *Lookup) rule(place string) (Rule, error) {
	text, err := l.at(place)
	if err != nil {
		return Rule{}, err
	}
	v, err := hooks.Parse(text)
	if err != nil {
		return Rule{}, err
	}
	r, problem := read.Known(v)
	if problem != nil {
		return Rule{}, errIndex
	}
	return r, nil
}

// settingsJSON writes the preferences without their rules.
func (p Preferences) settingsJSON() []byte {
	var w hooks.Writer
	w.Begin('{')
	w.Name("version").Int(int64(p.Version))
	w.Text("partial", string(p.Partial))
	w.Text("session", string(p.Session))
	if len(p.MCP) > 0 {
		w.Name("mcp").Begin('{')
		for _, server := range slices.Sorted(maps.Keys(p.MCP)) {
			w.Text(server, string(p.MCP[server]))
		}
		w.End('}')
	}
	w.End('}')
	return w.Bytes()
}
