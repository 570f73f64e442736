package answers

import (
	"bytes"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/saferead"
)

// Proof is where the client says who gave an answer. The client writes the line of the result
// after its PostToolUse hooks have run, so the line follows the Length bytes that the transcript
// had then (Claude Code 2.1.329).
type Proof struct {
	Transcript string
	Length     int64
}

// maxBehind is how far beyond Length the line is searched for: attachments of up to 90 KB were
// seen in between.
const maxBehind = 1 << 20

// maxLookedUp is how many of the newest answers are looked up at once.
const maxLookedUp = 4

func (p Proof) write(out *hooks.Writer) {
	if p.Transcript != "" {
		out.Text("transcript", p.Transcript)
		out.Name("length").Int(p.Length)
	}
}

// parseProof reads a Proof from an object that is known to be JSON.
func parseProof(object string) (p Proof) {
	_ = hooks.ParseMembers(object, func(m hooks.Member) {
		switch m.Name {
		case "transcript":
			p.Transcript = m.Value.String()
		case "length":
			p.Length, _ = m.Value.Int()
		}
	})
	return p
}

// verdict says who gave an answer.
type verdict string

const (
	ofPerson verdict = "person"
	ofOther  verdict = "other" // a hook, a timer, or nobody
	notSaid  verdict = "lost"  // the client has written on without saying it
	notYet   verdict = ""      // the client may still say it
)

// confirmNewest looks up who gave the newest unconfirmed answers, and keeps the result. It
// returns the answers that may be the user's.
func (r Record) confirmNewest(key string, all *entries) []question.PastAnswer {
	for i, n := len(all.past)-1, 0; i >= 0 && n < maxLookedUp; i-- {
		a, from := &all.past[i], &all.sources[i]
		if !a.Unconfirmed || from.lost {
			continue
		}
		n++
		v := from.lookUp(a)
		if all.conclude(i, v); v == notYet || r.Later == nil || key == "" {
			continue
		}
		out := r.begin(key)
		out.Text("confirms", a.Call)
		out.Name("index").Int(int64(a.Index))
		out.Text("verdict", string(v))
		r.Later(func() { _ = r.write(out) }) // if this fails, it is looked up again
	}
	all.deleteDropped()
	return all.past
}

// lookUp reads in the transcript who gave an answer.
func (p Proof) lookUp(a *question.PastAnswer) verdict {
	f, err := saferead.Open(p.Transcript)
	if err != nil {
		return notYet
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return notYet
	}
	behind := make([]byte, min(max(info.Size()-p.Length, 0), maxBehind))
	if _, err := f.ReadAt(behind, p.Length); err != nil && len(behind) > 0 {
		return notYet
	}
	full := len(behind) == maxBehind
	word := hooks.AppendString([]byte(`"tool_use_id":`), a.Call)
	for {
		at := bytes.Index(behind, word)
		if at < 0 {
			break
		}
		start := bytes.LastIndexByte(behind[:at], '\n') + 1
		end := bytes.IndexByte(behind[at:], '\n')
		if end < 0 {
			break // the line is not complete yet
		}
		if v, err := hooks.Parse(behind[start : at+end]); err == nil {
			if said := saidBy(a, v); said != notYet {
				return said
			}
		}
		behind = behind[at+end:]
	}
	if full {
		return notSaid
	}
	return notYet
}

// saidBy returns what a line of a transcript says about who gave the answer, if it is the line
// of its result.
func saidBy(a *question.PastAnswer, line hooks.Value) verdict {
	if line.Get("type").String() != "user" {
		return notYet
	}
	var result hooks.Value
	for block := range line.Get("message").Get("content").Elements() {
		if block.Get("type").String() == "tool_result" && block.Get("tool_use_id").String() == a.Call {
			result = block
		}
	}
	source, told := line.Get("permissionDecision").Get("source").Text()
	switch {
	case result.Kind() == hooks.Absent:
		return notYet
	case result.Get("is_error").IsTrue(), source == "hook",
		line.Get("toolUseResult").Get("afkTimeoutMs").Kind() != hooks.Absent:
		return ofOther
	case a.Server != "" && told:
		return ofPerson // as far as the server says
	case strings.HasPrefix(source, "user_") && resultHas(a, line.Get("toolUseResult")):
		return ofPerson
	}
	// An older client, or the user gave another answer than the hook saw: the answer is unknown,
	// so no older one may count.
	return notSaid
}

// resultHas reports whether a result contains the question and this answer to it.
func resultHas(a *question.PastAnswer, result hooks.Value) bool {
	shown := false
	for q := range result.Get("questions").Elements() {
		if s, err := question.ParseQuestion(q); err == nil && a.Question.IsShownAs(s) {
			shown = true
		}
	}
	if !shown {
		return false
	}
	given := a.Text
	if given == "" {
		given = strings.Join(a.Labels, ", ")
	}
	text := a.Question.Text
	noted := result.Get("annotations").Get(text).Get("notes").String() != ""
	return noted == a.Note && (a.Note || hooks.AnswerText(result.Get("answers").Get(text)) == given)
}
