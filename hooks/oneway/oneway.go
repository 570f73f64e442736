package oneway

import "strconv"

// Question is what is shown to the person, and what a rule would answer.
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

func (t Text) where() string {
	if t.Of == "" {
		return quote(t.Name)
	}
	return quote(t.Name) + " of " + quote(t.Of)
}

// Finding explains one reason for asking.
type Finding struct {
	Class string // one of the constants below
	Word  string // the words that were seen: lower case, without accents or invisible characters
	Where string // "question", "header", `option "Yes"`, `description of "Yes"`, `answer "text"`, `"preview" of "Yes"`
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
	Unknown        = "unknown"        // an order with a verb that is not known to be harmless
	Irreversible   = "irreversible"   // the question itself says that there is no way back
	Unreadable     = "unreadable"     // hidden characters, a script without word list, too long to judge
)

// maxFindings bounds the explanation; the verdict needs one finding only.
const maxFindings = 32

// Classify returns one finding for each reason to treat the question as
// one-way, in the order question, header, options, more, other answers. No finding
// means that nothing irreversible or outward was seen.
//
// Every option counts, whether it is chosen or not: a question that offers an
// irreversible act is for a person to answer.
func Classify(q Question) []Finding {
	c := classifier{}
	c.text(q.Text)
	c.field(q.Header, header, func() string { return "header" })
	for _, o := range q.Options {
		if c.full() {
			break
		}
		c.field(o.Label, label, func() string { return "option " + quote(o.Label) })
		c.field(o.Description, description, func() string { return "description of " + quote(o.Label) })
	}
	for _, t := range q.More {
		c.field(t.Text, description, t.where)
	}
	for _, answer := range q.Chosen {
		if !offered(q.Options, answer) {
			c.field(answer, label, func() string { return "answer " + quote(answer) })
		}
	}
	return c.findings
}

func offered(options []Option, answer string) bool {
	for _, o := range options {
		if o.Label == answer {
			return true
		}
	}
	return false
}

type classifier struct {
	reader   reader
	judge    judge
	findings []Finding
}

// full reports whether reading on can not change the verdict.
func (c *classifier) full() bool { return c.reader.long || len(c.findings) >= maxFindings }

// text reads the question itself and notes which verbs it uses harmlessly.
func (c *classifier) text(text string) {
	c.field(text, question, func() string { return "question" })
	if c.judge.acted {
		return
	}
	c.judge.code = aboutCode(c.reader.words)
	for i, w := range c.reader.words {
		if i > 0 && w.gap == fresh {
			return
		}
	}
	c.judge.only = c.judge.named
	c.judge.named = nil
	c.judge.lists = listing(c.reader.words)
}

// aboutCode reports whether the first sentence names a part of the code, and
// no sentence names anything that can be lost.
func aboutCode(words []word) bool {
	code, first := false, true
	for i, w := range words {
		first = first && (i == 0 || w.gap < fresh)
		code = code || first && editable(w.text)
		if groups(w.text)&losses != 0 {
			return false
		}
	}
	return code
}

// listing reports whether a sentence asks what something should contain, look
// like or be called: "what should the job be called?".
func listing(words []word) bool {
	if len(words) == 0 || len(words) > 4*maxContext {
		return false
	}
	switch words[0].text {
	case "what", "which", "how", "who":
	default:
		return false
	}
	lists := false
	for _, w := range words {
		switch w.text {
		case "i", "we", "me", "us", "you", "my":
			return false
		case "called", "named", "cover", "have", "contain", "include", "show", "mention", "say", "look", "display", "offer":
			lists = true
		}
	}
	return lists
}

// field judges one text. where is only called for what is found.
func (c *classifier) field(text string, kind field, where func() string) {
	if text == "" || c.full() {
		return
	}
	c.reader.hides = false
	c.reader.scan(text)
	report := func(class, word string) { c.report(class, word, where) }
	if c.reader.hides {
		report(Unreadable, "hidden characters")
	}
	if c.reader.long {
		report(Unreadable, "more than can be judged")
		return
	}
	c.judge.tame = nil
	if kind != header {
		typed := asTyped(text)
		c.judge.tame = commands(typed, report)
		places(typed, report)
	}
	j := &c.judge
	j.words, j.field, j.found, j.named, j.acted = c.reader.words, kind, report, j.named[:0], false
	j.run()
}

func (c *classifier) report(class, word string, where func() string) {
	if len(c.findings) >= maxFindings {
		return
	}
	f := Finding{class, word, where()}
	for _, g := range c.findings {
		if g == f || class == Unreadable && g.Class == class && g.Where == f.Where {
			return
		}
	}
	c.findings = append(c.findings, f)
}

// quote shows a label on one line, shortened when it is long.
func quote(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n == most {
			s = s[:i] + "..."
			break
		}
		n++
	}
	return strconv.Quote(s)
}
