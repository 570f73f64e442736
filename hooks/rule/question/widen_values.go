package question

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"neverask/hooks/rule/safety"
)

// A Passed is a value that a person has not seen and lets pass.
type Passed struct {
	Width
	Value string
}

func (p Passed) String() string { return fmt.Sprintf("%s (%s)", p.Value, p.Width) }

// reach is what the widening of a rule makes of a question: which of its values pass.
type reach struct {
	text  string
	slots []slot
	pass  []Width  // by slot; one without a slot where the value must have been seen
	fixed []string // what is around the values that may differ
}

// reachOf returns how far a widening reaches at a question, to which the answer is
// chosen; ok is false where it does not.
func reachOf(q Question, chosen Choice) (r reach, ok bool) {
	if len(chosen.Widen) == 0 || len(chosen.OneWay) > 0 {
		return reach{}, false
	}
	r = reach{text: q.Text, slots: slots(q.Text)}
	r.pass = make([]Width, len(r.slots))
	for i, s := range r.slots {
		width, wide := chosen.Widen.In(s.name)
		project := chosen.Project
		if project == "" && width.Only == nil && isProjectDir(chosen.Dir) {
			project = chosen.Dir
		}
		if wide && width.admits(q.Text[s.from:s.to], project) && bound(q.Text, s) == "" {
			r.pass[i], ok = width, true
		}
	}
	at := 0
	for i, s := range r.slots {
		if marked := q.Text[s.start:s.end]; r.pass[i].Slot != "" || Wording(marked) != marked {
			if s.inQuotes(q.Text) {
				s.from, s.to = s.start, s.end
			}
			r.fixed = append(r.fixed, q.Text[at:s.from])
			at = s.to
		}
	}
	r.fixed = append(r.fixed, q.Text[at:])
	return r, ok && exactKind(q.Text, r.slots, append(shownWords(q, chosen), q.Header)) == ""
}

// shownWords are what a person is told of what is chosen.
func shownWords(q Question, chosen Choice) (texts []string) {
	for _, i := range chosen.Options {
		texts = append(texts, q.Options[i].Label, q.Options[i].Description)
	}
	return texts
}

// mayHold reports, at little cost, whether a text may differ in nothing but values that
// may: nearly all others do not hold what is fixed.
func (r reach) mayHold(text string) bool {
	last := len(r.fixed) - 1
	text, begins := strings.CutPrefix(text, r.fixed[0])
	text, ends := strings.CutSuffix(text, r.fixed[last])
	if !begins || !ends {
		return false
	}
	for _, part := range r.fixed[1:last] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return true
}

// from returns the values that pass although they are not those of a text that was
// seen; ok is false where the texts differ in anything else.
func (r reach) from(seen string) (passed []Passed, ok bool) {
	if !r.mayHold(seen) {
		return nil, false
	}
	old := slots(seen)
	if len(old) != len(r.slots) {
		return nil, false
	}
	now, was := 0, 0
	for i, s := range r.slots {
		o, value := old[i], r.text[s.from:s.to]
		marked, had := r.text[s.start:s.end], seen[o.start:o.end]
		if r.pass[i].Slot != "" && s.inQuotes(r.text) && o.inQuotes(seen) { // of one sort or another
			s.from, s.to, o.from, o.to = s.start, s.end, o.start, o.end
		}
		if s.name != o.name || r.text[now:s.from] != seen[was:o.from] {
			return nil, false
		}
		now, was = s.to, o.to
		switch {
		case marked == had, Wording(marked) == Wording(had): // harmless commands
		case r.pass[i].Slot == "":
			return nil, false
		default:
			passed = append(passed, Passed{r.pass[i], value})
		}
	}
	return passed, r.text[now:] == seen[was:]
}

// exactKind says why no value of a wording is widened, or "": of what its words, or
// others that are shown with it, speak.
func exactKind(text string, found []slot, others []string) string {
	rest := filled(text, found, func(slot) (string, bool) { return " . ", false }) // what is around a value stands in no idiom
	for _, t := range append(others, rest) {
		if kind := kindOf(t); kind != "" {
			return "the question is about " + kind
		}
	}
	if f := safety.Classify(safety.Question{Text: filled(text, found, neutral)}); len(f) > 0 {
		return fmt.Sprintf("%q may be about something that cannot be undone", f[0].Word)
	}
	return ""
}

// neutral is a value that says nothing.
func neutral(s slot) (value string, marks bool) {
	name, _, _ := strings.Cut(s.name, " ")
	switch "{" + name + "}" {
	case placeNumber:
		return "3", false
	case placeDate:
		return "today", true
	}
	return "file.go", true
}

// bound says why what is in a slot is not widened, or "".
func bound(text string, s slot) string {
	name, _, _ := strings.Cut(s.name, " ")
	if "{"+name+"}" == placeURL {
		return "it is an address"
	}
	before, _ := utf8.DecodeLastRuneInString(text[:s.start])
	after := strings.TrimLeft(text[s.end:], ".,;:!?)]")
	next, _ := utf8.DecodeRuneInString(after)
	begins := s.start == 0 || unicode.IsSpace(before) || isQuote(before) || strings.ContainsRune("([#", before)
	if ends := after == "" || unicode.IsSpace(next) || isQuote(next); !begins || !ends {
		return "it is part of a longer word"
	}
	return ""
}

// admits reports whether a value passes.
func (w Width) admits(value, project string) bool {
	if kindOfValue(value, project) != "" || !isPlainText(value) {
		return false
	}
	if w.Only != nil {
		return slices.Contains(w.Only, value)
	}
	switch {
	case w.Words == anyFile:
		return isProjectFile(value, project)
	case w.Words == anything:
		name, isCode := codeName(value)
		return len(value) <= maxAnyText && !isForShell(name) && (isCode || kindOf(value) == "") && !isGuarded(withinProject(name, project))
	case strings.HasPrefix(w.Words, anyBranch):
		named := strings.IndexFunc(value, unicode.IsLetter) >= 0 && !isFileName(fold(value))
		return named && isBranch(value) && !isProtected(value) && !slices.ContainsFunc(w.branches(), func(b string) bool { return sameBranch(b, value) })
	}
	n, ok := countingNumber(value)
	return ok && n <= w.largest()
}

// isPlainText reports whether all of a value is seen.
func isPlainText(value string) bool {
	return value != "" && utf8.ValidString(value) && strings.TrimSpace(value) == value &&
		strings.IndexFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// codeName returns the name that a value is in a program: that of a call or of a tag,
// without their signs, and one with an underscore, or with a capital behind a small
// letter. What it is made of does not say what it is about: `user_format` is nobody's
// account. Other values are returned as they are.
func codeName(value string) (name string, ok bool) {
	if call, is := strings.CutSuffix(value, "()"); is {
		name, ok = call, strings.Trim(call, ".") == call
	} else if tag, is := strings.CutPrefix(value, "<"); is && strings.HasSuffix(tag, ">") {
		name = tag[:len(tag)-1]
		ok = name != "" && unicode.IsUpper(rune(name[0]))
	} else {
		name, ok = value, strings.Trim(value, "_") == value && strings.Contains(value, "_")
		for i := 1; i < len(value) && !ok; i++ {
			ok = 'a' <= value[i-1] && value[i-1] <= 'z' && 'A' <= value[i] && value[i] <= 'Z'
		}
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
	if !ok || strings.Trim(name, letters) != "" || !startsWithLetter(name) {
		return value, false
	}
	return name, true
}

// isForShell reports whether a value may be an option or a pattern, or more than one
// command.
func isForShell(value string) bool {
	return value[0] == '-' || strings.ContainsAny(value, "*?|;&<>$`\\") ||
		strings.IndexFunc(value, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
}

// isProjectFile reports whether a value that is of no other kind is the path of a file of
// the project, and not of one that is guarded.
func isProjectFile(value, project string) bool {
	path := withoutLine(withinProject(value, project))
	plain := strings.IndexFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+", r)
	}) < 0
	name := fold(path[strings.LastIndexByte(path, '/')+1:])
	return plain && path[0] != '-' && isFileName(name) && !isGuarded(path)
}

// isBranch reports whether a value may be the name of a git branch, as
// git check-ref-format has it.
func isBranch(value string) bool {
	return value != "" && strings.IndexFunc(value, func(r rune) bool { return r <= ' ' || strings.ContainsRune("~^:?*[\\,{}\"'`@()<>|;&$", r) }) < 0 &&
		strings.Trim(value, "/.-") == value && !strings.Contains(value, "..") && !strings.Contains(value, "//") && !strings.Contains(value, "/.") && !strings.HasSuffix(value, ".lock")
}

// isProtected reports whether a branch is likely to be one that others rely on.
func isProtected(branch string) bool {
	for name := range strings.SplitSeq(fold(branch), "/") {
		if onList("protected", name) {
			return true
		}
		for _, beginning := range [...]string{"release", "hotfix", "prod", "live"} {
			if strings.HasPrefix(name, beginning) {
				return true
			}
		}
	}
	return false
}

// sameBranch reports whether two names are of one branch, here or on a remote.
func sameBranch(a, b string) bool {
	a, b = fold(a), fold(b)
	return a == b || strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a)
}

// Idle says why the width of one slot does nothing in the rule, or "" when values may
// pass. What a question holds besides can still keep them from it.
func (r Rule) Idle(w Width) string {
	text := r.Match.Text
	found := slots(text)
	if !slices.Contains(slotNames(text), w.Slot) {
		return "the wording has no such slot"
	}
	if strings.HasPrefix("{"+w.Slot, strings.TrimSuffix(placeURL, "}")) {
		return "it is an address"
	}
	if i := slices.IndexFunc(found, func(s slot) bool { return s.name == w.Slot }); i >= 0 {
		if why := bound(text, found[i]); why != "" {
			return why
		}
	}
	for _, value := range w.Only {
		if kind := kindOfValue(value, r.Project); kind != "" {
			return fmt.Sprintf("%q is %s", value, kind)
		}
	}
	return exactKind(text, found, []string{r.Match.Header, r.Answer.Label, r.Answer.Text})
}
