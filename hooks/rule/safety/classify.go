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

// maxFindings bounds the explanation; the verdict needs one finding only.
const maxFindings = 32

// Classify returns one finding for each reason to treat the question as
// one-way, in the order question, header, options, more, other answers. No finding
// means that nothing irreversible or outward was seen.
//
// Every option counts, whether it is chosen or not: a question that offers an
// irreversible act is for a person to answer.
func Classify(q Question) []Finding { return model(weights).classify(q, strict) }

// ClassifyStrong is Classify for a question that reads like one that the person has
// answered before: what the words of a sentence may mean counts only when they say so
// strongly. Commands and all else that is decided by code count as ever.
func ClassifyStrong(q Question) []Finding { return model(weights).classify(q, strong) }

func (m model) classify(q Question, b bounds) []Finding {
	c := classifier{model: m, bounds: b}
	for _, part := range q.parts() {
		if c.read <= maxRead && len(c.findings) < maxFindings {
			c.part(part)
		}
	}
	return c.findings
}

// part is one text of a question, and where it stands.
type part struct {
	text  string
	at    field
	where string
}

// parts are the texts of a question that are not empty, the question itself first.
func (q Question) parts() []part {
	all := make([]part, 0, 16)
	add := func(text string, at field, where, of string) {
		if of != "" {
			where += quote(of)
		}
		if text != "" && len(all) < maxRead {
			all = append(all, part{text, at, where})
		}
	}
	add(q.Text, question, "question", "")
	add(q.Header, header, "header", "")
	for _, o := range q.Options {
		add(o.Label, label, "option ", o.Label)
		add(o.Description, description, "description of ", o.Label)
	}
	for _, t := range q.More {
		if t.Of == "" {
			add(t.Text, more, "", t.Name)
		} else {
			add(t.Text, more, quote(t.Name)+" of ", t.Of)
		}
	}
	for _, answer := range q.Chosen {
		if !slices.ContainsFunc(q.Options, func(o Option) bool { return o.Label == answer }) {
			add(answer, label, "answer ", answer)
		}
	}
	return all
}

type classifier struct {
	model    model
	bounds   bounds
	findings []Finding
	read     int  // how much of the question
	asked    bool // a sentence of the question itself was read in which nothing was found
	context  int  // what such a sentence adds at most to those of other texts
}

// part judges one text.
func (c *classifier) part(p part) {
	report := func(class, word string) { c.report(Finding{class, word, p.where}) }
	prose := examine(p.text, p.at, report)
	if c.read += len(prose); c.read > maxRead {
		report(Unreadable, "more than can be judged")
		return
	}
	for _, s := range sentences(prose) {
		if unknown(s) {
			report(Unreadable, s[0].text)
		}
		if class, word := c.check(s, p.at); class != "" {
			report(class, word)
		}
	}
}

// check returns what the model holds against a sentence, if anything. One that is not of
// the question itself is read behind each of those that are, but has to tell by itself.
func (c *classifier) check(s []token, at field) (class, word string) {
	own, around := verdict{model: c.model}, verdict{model: c.model}
	features(s, at, own.add)
	if at != question {
		around.sum = c.context
	}
	if own.sum > c.bounds.alone && own.sum+around.sum > c.bounds.together && (len(s) > 1 || len(s[0].text) > 1) {
		own.words = make([]int, len(s))
		features(s, at, own.add)
		return own.class(), own.word(s)
	}
	if at == question {
		context(s, around.add)
		if !c.asked || around.sum > c.context {
			c.asked, c.context = true, around.sum
		}
	}
	return "", ""
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
	prose = commands(f.text, func(class, word string) { marked = true; report(class, word) })
	if marked {
		return prose
	}
	return plainCommands(prose, report)
}

func (c *classifier) report(f Finding) {
	same := func(g Finding) bool {
		return g == f || f.Class == Unreadable && g.Class == f.Class && g.Where == f.Where
	}
	if len(c.findings) < maxFindings && !slices.ContainsFunc(c.findings, same) {
		c.findings = append(c.findings, f)
	}
}

// quote shows a label on one line, shortened when it is long.
func quote(s string) string { return strconv.Quote(shell.Cut(s)) }
