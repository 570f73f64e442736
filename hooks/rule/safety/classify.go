package safety

import (
	"slices"
	"strconv"

	"neverask/hooks/rule/safety/shell"
)

// Question holds what the person is shown, and what a rule would answer.
type Question struct {
	Text    string
	Header  string
	Options []Option
	More    []Text   // what else is shown, such as the preview of an option
	Chosen  []string // labels or free text that a rule would pick; may be empty
}

// Option is one choice of a question.
type Option struct {
	Label       string
	Description string
}

// Text is a text in a member that has no field here.
type Text struct {
	Name string // of the member
	Of   string // the label of the option that it is a member of; empty for the question
	Text string
}

// Finding explains one reason for asking.
type Finding struct {
	Class string // one of the constants below
	Word  string // the words that were seen: lower case, without accents or invisible characters
	Where string // "question", "header", `option "Yes"`, `description of "Yes"`, `answer "text"`, `"preview" of "Yes"`
}

// String says what is held of the words.
func (f Finding) String() string {
	word := strconv.Quote(f.Word)
	switch f.Class {
	case Unreadable:
		return word + " cannot be judged"
	case Command:
		return word + " is not known to be harmless"
	}
	return word + " may mean something irreversible"
}

// Classes of one-way acts. They are stable: logs and rules may name them.
const (
	Delete         = "delete"         // data or files deleted, overwritten, lost
	History        = "history"        // force push, rewritten history, work thrown away
	Database       = "database"       // dropped, truncated or migrated
	Release        = "release"        // deployed, published, released, merged, pushed
	Message        = "message"        // mail, messages, posts, comments, pull requests
	Payment        = "payment"        // money spent, plans bought or cancelled
	Credentials    = "credentials"    // secrets, permissions, access, security switched off
	Infrastructure = "infrastructure" // resources applied, destroyed, scaled, restarted; DNS
	Legal          = "legal"          // licences and terms accepted, contracts signed
	Command        = "command"        // a command that is not known to be harmless
	Irreversible   = "irreversible"   // the question itself says that there is no way back
	Unreadable     = "unreadable"     // hidden characters, a language or script that is not known, too long to judge
)

// The classes of what would be a command if something were not said of it. It is one in a
// question that says little more; in another, the words of the whole tell.
const (
	mentioned = "mentioned"
	talkedOf  = "talked of" // and its program is not known
)

// maxFindings bounds the explanation; the verdict needs one finding only.
const maxFindings = 32

// Classify returns one finding for each reason to treat the question as
// one-way, in the order question, header, options, more, other answers. No finding
// means that nothing irreversible or outward was seen.
//
// Every option counts, whether it is chosen or not: a question that offers an
// irreversible act is for a person to answer.
func Classify(q Question) []Finding { return trained().classify(q, strict) }

// ClassifyStrong is Classify for a question that reads like one that the person has
// answered before: in a longer one, what words may mean counts only when they say so strongly.
// Commands and all else that is decided by code count as ever.
func ClassifyStrong(q Question) []Finding {
	r := read(q)
	if r.isBrief() { // which says what it does, and is seldom held up for nothing
		return trained().judge(r, strict)
	}
	return trained().judge(r, strong)
}

// ClassifyClause is Classify for a clause of a sentence, which counts only when it says so
// strongly.
func ClassifyClause(q Question) []Finding { return trained().judge(read(q), strong) }

func (m models) classify(q Question, b bounds) []Finding { return m.judge(read(q), b) }

func (m models) judge(r *reading, b bounds) []Finding {
	acts := slices.Concat(r.mentions, m.sentences.judge(r.passages, b))
	if len(acts) > 0 && !r.isBrief() && m.questions.score(r.passages) <= r.bound(b) {
		acts = m.sentences.judge(r.shown, strong)
	}
	r.report(acts...)
	slices.SortStableFunc(r.found, func(f, g Finding) int { return r.order[f.Where] - r.order[g.Where] })
	return r.found
}

// brief is how many words a question has at most in which one sentence tells. In a longer
// one it says little, as what the question is about is not what it does: the question as a
// whole has to be one-way, too.
const brief = 30

// part is one text of a question, and where it stands.
type part struct {
	text  string
	at    field
	where string
	group int // what is added to a question together: an option; 0 for the header
}

// parts are the texts of a question that are not empty, the question itself first.
func (q Question) parts() []part {
	all, group := make([]part, 0, 16), 0
	add := func(text string, at field, where, of string) {
		if of != "" {
			where += quote(of)
		}
		if text != "" && len(all) < maxRead {
			all = append(all, part{text, at, where, group})
		}
	}
	add(q.Text, question, "question", "")
	add(q.Header, header, "header", "")
	for _, o := range q.Options {
		group++
		add(o.Label, label, "option ", o.Label)
		add(o.Description, description, "description of ", o.Label)
	}
	for _, t := range q.More {
		group++
		if t.Of == "" {
			add(t.Text, more, "", t.Name)
		} else {
			add(t.Text, more, quote(t.Name)+" of ", t.Of)
		}
	}
	for _, answer := range q.Chosen {
		group++
		if !slices.ContainsFunc(q.Options, func(o Option) bool { return o.Label == answer }) {
			add(answer, label, "answer ", answer)
		}
	}
	return all
}

// passage is a sentence.
type passage struct {
	part
	words   []token
	asks    bool // a question mark stands behind it
	mention bool // it stands in a text that mentions a command
}

func (p passage) appendFeatures(all []uint32) []uint32 {
	features(p.words, p.at, func(_, _ int, f uint32) { all = append(all, f) })
	if p.mention {
		all = append(all, start('k').feature(), start('k'+byte(p.at)+1).feature())
	}
	return all
}

// reading is what a question says.
type reading struct {
	found    []Finding // what needs no judgement, and then all
	mentions []Finding // commands of which something is said
	leans    bool      // one of them has a program that is known
	passages []passage
	shown    []passage      // those that are shown besides, such as a preview: mostly code
	order    map[string]int // of the places
	size     int            // how much was read, in bytes
	words    int            // but for those shown besides
	added    int            // of these, the most in a group, or behind the sentence that asks
}

func read(q Question) *reading {
	parts := q.parts()
	r := &reading{order: make(map[string]int, len(parts))}
	for i, p := range parts {
		r.order[p.where] = i
		if r.size <= maxRead && len(r.found) < maxFindings {
			r.part(p)
		}
	}
	groups, behind := map[int]int{}, -1
	for _, p := range r.passages {
		if p.at == more {
			r.shown = append(r.shown, p)
			continue
		}
		r.words += len(p.words)
		groups[p.group] += len(p.words)
		r.added = max(r.added, groups[p.group])
		if p.at == question && behind >= 0 {
			behind += len(p.words)
			r.added = max(r.added, behind)
		} else if p.at == question && p.asks {
			behind = 0
		}
	}
	return r
}

// bound is what a question has to exceed as a whole.
func (r *reading) bound(b bounds) float64 {
	if r.leans {
		return b.whole - leaning
	}
	return b.whole
}

// isBrief reports whether a question is brief but for what may have been added to it.
func (r *reading) isBrief() bool { return r.words-r.added <= brief }

// part reads one text.
func (r *reading) part(p part) {
	mention := false
	prose := examine(p.text, p.at, func(class, word string) {
		if class == mentioned || class == talkedOf {
			mention, r.leans = true, r.leans || class == mentioned
			r.mentions = append(r.mentions, Finding{Command, word, p.where})
			return
		}
		r.report(Finding{class, word, p.where})
	})
	if r.size += len(prose); r.size > maxRead {
		r.report(Finding{Unreadable, "more than can be judged", p.where})
		return
	}
	for i, s := range sentences(prose) {
		if unknown(s) {
			r.report(Finding{Unreadable, s[0].text, p.where})
		}
		if p.at == question {
			p.group = -1 - i
		}
		r.passages = append(r.passages, passage{p, s, s[len(s)-1].asks, mention && i == 0})
	}
}

// examine reports what a text has that needs no judgement, and returns it folded and
// without the code that is harmless.
func examine(text string, at field, report func(class, word string)) (prose string) {
	f := fold(text)
	if f.hides {
		report(Unreadable, "hidden characters")
	}
	if f.alien != "" {
		report(Unreadable, f.alien)
	}
	if at == header || len(f.text) > maxRead {
		return f.text
	}
	powerfulFiles(f.text, report)
	marked := false
	prose = commands(f.text, at, func(class, word string) { marked = true; report(class, word) })
	if marked {
		return prose
	}
	return plainCommands(prose, at, report)
}

func (r *reading) report(all ...Finding) {
	for _, f := range all {
		same := func(g Finding) bool {
			return g == f || f.Class == Unreadable && g.Class == f.Class && g.Where == f.Where
		}
		if len(r.found) < maxFindings && !slices.ContainsFunc(r.found, same) {
			r.found = append(r.found, f)
		}
	}
}

// quote shows a label on one line, shortened when it is long.
func quote(s string) string { return strconv.Quote(shell.Cut(s)) }
