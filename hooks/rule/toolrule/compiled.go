package toolrule

import (
	"errors"
	"regexp/syntax"
	"strings"

	"neverask/hooks"
)

// Compiled are the rules of a preferences file made ready for finding those that can
// be about a call, without reading the others or compiling their patterns: a JSON array
// with an object for each rule, which has its tools, the texts that fields must hold for
// it, and the rule.
type Compiled struct{ entries hooks.Value }

// Compile returns the compiled rules of a preferences file as they can be kept for
// [OpenCompiled]. Problems and error are those of [Parse].
func Compile(preferences []byte) (compiled []byte, problems []Problem, err error) {
	var r reader
	if err := r.file(preferences); err != nil {
		return nil, nil, err
	}
	var w hooks.Writer
	w.Begin('[')
	for i, rule := range r.rules {
		w.Begin('{')
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
	return w.Bytes(), r.problems, nil
}

// OpenCompiled reads what Compile has made. That it is whole, and made from the
// preferences as they are, is for the caller to know.
func OpenCompiled(compiled []byte) (Compiled, error) {
	entries, err := hooks.Parse(compiled)
	return Compiled{entries}, err
}

// For returns, in the order of the file, at least the rules that are about a call.
// A call is decided alike by them and by all rules.
func (c Compiled) For(call Call) ([]Rule, error) {
	var found []Rule
	for e := range c.entries.Elements() {
		if !concerns(e, call) {
			continue
		}
		r, f := read.Known(e.Get("rule"))
		if f != nil {
			return nil, errors.New("a compiled rule: " + f.Message)
		}
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
