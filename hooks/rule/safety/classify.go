package safety

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Question holds what the person is shown, and what a rule would answer.
type Question struct {
	Text    string
	Header  string
	Options []Option
	More    []Text   // what else is shown, such as the preview of an option
	Chosen  []string // labels or free text that a rule would give; may be empty
}

// Option is one choice of a question.
type Option struct {
	Label       string
	Description string
}

// Text is a text in a member that has no field here.
type Text struct {
	Name string // the member's name
	Of   string // the label of its option; empty for the question itself
	Text string
}

// Finding explains one reason for asking.
type Finding struct {
	Class string // one of the classes below
	Word  string // the words found: lower case, without accents or invisible characters
	Where string // "question", "header", `option "Yes"`, `description of "Yes"`, `answer "text"`, `"preview" of "Yes"`

	weight int // how much it says for the verdict
}

// decidable is the weight of what code decides.
const decidable = math.MaxInt

// Telling returns the finding that explains best why the person is asked, to name in a reason: the first that code
// decides, such as a command, or else the one that weighs most. There must be a finding.
func Telling(found []Finding) Finding {
	return slices.MaxFunc(found, func(a, b Finding) int { return cmp.Compare(a.weight, b.weight) })
}

// String says what the check thinks of the words.
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

// Classes of one-way actions. They are stable: logs and rules may name them.
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
	Irreversible   = "irreversible"   // the question itself says that the action cannot be undone
	Unreadable     = "unreadable"     // hidden characters, an unknown language or script, too long to judge
)

// Classes of commands that are only mentioned. In a question that says little more they count as commands; in a
// longer one, the question's words decide.
const (
	mentioned = "mentioned"
	talkedOf  = "talked of" // by an unknown program
)

// maxFindings limits the explanation; one finding is enough for the verdict.
const maxFindings = 32

// Classify returns one finding for each reason to treat the question as one-way, in the order
// question, header, options, more, other answers. No finding means that nothing irreversible or
// visible to others was found.
//
// Every option counts, whether it is chosen or not: a question that offers an
// irreversible act is for a person to answer.
func Classify(q Question) []Finding { return trained().classify(q, strict) }

// ClassifyStrong is Classify for a question that reads like one that the person has answered before: in a longer
// question, the models count only if their score is high. Commands and everything else that code decides count as
// always.
func ClassifyStrong(q Question) []Finding {
	r := read(q)
	if r.isBrief() { // a brief question says what it does, and is seldom stopped needlessly
		return trained().judge(r, strict)
	}
	return trained().judge(r, strong)
}

// ClassifyClause is Classify for a clause of a sentence, where only a high score counts.
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

// brief is the maximum number of words of a question in which one sentence is enough for a finding. A longer question
// may only be about something dangerous without doing it, so the question as a whole has to be one-way, too.
const brief = 30

// part is one text of a question, and its place.
type part struct {
	text  string
	at    field
	where string
	group int // parts with the same number belong to one option; 0 for the header
}

// parts returns the texts of a question that are not empty, the question itself first.
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
