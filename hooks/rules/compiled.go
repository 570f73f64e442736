package rules

import (
	"encoding/binary"
	"errors"
	"regexp/syntax"
	"strings"

	"neverask/hooks"
)

// Compiled are the rules of a preferences file made ready for finding those that
// can be about a call, without reading the others or compiling their patterns.
// They are kept in a file beside the records, and count only while the preferences
// are the same.
//
// Layout, all numbers little endian: the magic line; a checksum of all that
// follows; the length of the stamp; the stamp; a JSON array with one object for each
// rule: its id, its tools, texts that its fields must hold, and the rule.
type Compiled struct{ entries hooks.Value }

// compiledMagic changes whenever the layout or the meaning of rules does.
const compiledMagic = "neverask tool rules 2\n"

const compiledHeader = len(compiledMagic) + 8 + 4

// ErrCompiled is returned for a file of compiled rules that is damaged, of another
// version, or made from other preferences.
var ErrCompiled = errors.New("not the compiled form of these rules")

// Compile makes the file of compiled rules from a preferences file. The stamp must
// change whenever the preferences do. Problems and error are those of [Parse].
func Compile(preferences []byte, stamp string) (file []byte, problems []Problem, err error) {
	r := reader{check: Rule.Check}
	if err := r.file(preferences); err != nil {
		return nil, nil, err
	}
	w := hooks.NewWriter(2 * len(preferences))
	w.Begin('[')
	for i, rule := range r.rules {
		w.Begin('{')
		w.Text("id", rule.ID)
		w.Text("tool", rule.Tool)
		w.Name("needs").Begin('[')
		for _, c := range rule.When {
			for _, text := range c.needs() {
				w.Begin('{')
				w.Text("field", c.Field)
				w.Text("text", text)
				w.End('}')
			}
		}
		w.End(']')
		w.Name("rule").Value(r.sources[i])
		w.End('}')
	}
	w.End(']')
	body := w.Bytes()
	file = make([]byte, 0, compiledHeader+len(stamp)+len(body))
	file = append(file, compiledMagic...)
	file = binary.LittleEndian.AppendUint64(file, 0)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(stamp)))
	file = append(append(file, stamp...), body...)
	binary.LittleEndian.PutUint64(file[len(compiledMagic):], checksum(file[len(compiledMagic)+8:]))
	return file, r.problems, nil
}

// OpenCompiled reads what Compile has made with the same stamp.
func OpenCompiled(file []byte, stamp string) (*Compiled, error) {
	if len(file) < compiledHeader || string(file[:len(compiledMagic)]) != compiledMagic {
		return nil, ErrCompiled
	}
	rest := file[len(compiledMagic):]
	if checksum(rest[8:]) != binary.LittleEndian.Uint64(rest) {
		return nil, ErrCompiled
	}
	length := int64(binary.LittleEndian.Uint32(rest[8:]))
	if rest = rest[12:]; length > int64(len(rest)) || string(rest[:length]) != stamp {
		return nil, ErrCompiled
	}
	entries, err := hooks.Parse(rest[length:])
	if err != nil || entries.Kind() != hooks.Array {
		return nil, ErrCompiled
	}
	return &Compiled{entries}, nil
}

// For returns, in the order of the file, at least the rules that are about a call.
// A call is decided alike by them and by all rules.
func (c *Compiled) For(call Call) ([]Rule, error) {
	var found []Rule
	for e := range c.entries.Elements() {
		if !concerns(e, call) {
			continue
		}
		r, f := read(e.Get("rule"))
		if f != nil {
			return nil, ErrCompiled
		}
		r.ID = e.Get("id").String()
		found = append(found, r)
	}
	return found, nil
}

// concerns reports whether the rule of an entry may be about a call.
func concerns(entry hooks.Value, call Call) bool {
	tools, err := ParseTools(entry.Get("tool").String())
	if err != nil || !tools.Match(call.Tool) {
		return false
	}
	for need := range entry.Get("needs").Elements() {
		path, err := ParsePath(need.Get("field").String())
		if err != nil {
			return false
		}
		if value, ok := text(path.Find(call.Input)); !ok || !strings.Contains(value, need.Get("text").String()) {
			return false
		}
	}
	return true
}

// needs are texts without which a field cannot fulfil the condition.
func (c Condition) needs() []string {
	if c.Not || c.Matches == "" {
		return nil
	}
	re, err := syntax.Parse(c.Matches, syntax.Perl)
	if err != nil {
		return nil
	}
	return required(re, nil)
}

// required adds the texts that everything holds which an expression finds.
func required(re *syntax.Regexp, texts []string) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			texts = append(texts, string(re.Rune))
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0], texts)
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0], texts)
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			texts = required(sub, texts)
		}
	}
	return texts
}

// checksum finds accidental damage: FNV-1a.
func checksum(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
