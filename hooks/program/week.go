package program

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
	"neverask/settings/foreign"
	"neverask/settings/ownfile"
)

const week = 7 * 24 * time.Hour

// weekly is what a person is told once a week, behind an answer that was given for them:
// what the others of that time were worth. The first week begins with the first answer.
func weekly(h *hook, p question.Preferences) string {
	if p.Weekly == "off" {
		return ""
	}
	now := h.env.Now()
	last, begun := lastWeek(h.paths.Week(), now)
	if begun && now.Sub(last) < week {
		return ""
	}
	if err := ownfile.Swap(h.paths.Week(), []byte(now.UTC().Format(time.RFC3339)+"\n"), 0o600); err != nil {
		h.complain(err)
		return "" // it would be told each time
	}
	if !begun {
		return ""
	}
	answered, waits, alike := 0, []time.Duration(nil), habits{}
	for q := range eventlog.OpenLog(h.paths.Questions()).Questions(last) {
		switch q.By {
		case eventlog.ByNeverask:
			answered++
		case eventlog.ByUser:
			waits = append(waits, q.Wait)
			alike.add(q)
		}
	}
	if answered == 0 {
		return ""
	}
	line := fmt.Sprintf("neverask, since %s: %d answered for you", last.Local().Format("2 January"), answered)
	if slices.Sort(waits); len(waits) > 0 {
		if saved := time.Duration(answered) * waits[len(waits)/2]; saved >= time.Minute {
			line += fmt.Sprintf(", about %d h %02d min of waiting saved", int(saved.Hours()), int(saved.Minutes())%60)
		}
	}
	switch rules, err := foreign.ReadFile(h.paths.Preferences(), maxPreferences); {
	case err != nil: // of the rules of projects alone
	case question.WrongSince(rules, last) > 0:
		line += fmt.Sprintf(", %d revoked", question.WrongSince(rules, last))
	default:
		line += ", none revoked"
	}
	if n := alike.count(); n == 1 {
		line += "; 1 question you always answered alike: \"neverask rules suggest\""
	} else if n > 1 {
		line += fmt.Sprintf("; %d questions you always answered alike: \"neverask rules suggest\"", n)
	}
	return line + "; \"neverask report\" says more, \"neverask rules option weekly off\" ends this line"
}

// habits are the questions without a rule that the person was asked, by their wording.
// What they make of it is for hooks/rule/suggest to say, which reads more than the log.
type habits map[string]*habit

type habit struct {
	question eventlog.Question
	times    int
	mixed    bool // they were answered otherwise, too
}

func (all habits) add(q eventlog.Question) {
	if q.Rule != "" || q.Multi {
		return
	}
	key := wording.Fingerprint(q.Text)
	h := all[key]
	if h == nil {
		h = &habit{question: q}
		all[key] = h
	}
	h.times++
	h.mixed = h.mixed || question.LabelKey(q.Answer) != question.LabelKey(h.question.Answer)
}

// count is how many were always answered alike, often enough for a suggestion, and may
// have a rule.
func (all habits) count() (n int) {
	for _, h := range all {
		rule := question.Rule{Match: question.Match{Text: h.question.Text}, Answer: question.Answer{Label: h.question.Answer}}
		if h.times >= 3 && !h.mixed && rule.Concern() == "" {
			n++
		}
	}
	return n
}

// lastWeek is when the person was told last. What cannot be read, or lies ahead, counts as
// now, so that it is told in a week.
func lastWeek(name string, now time.Time) (last time.Time, begun bool) {
	content, err := foreign.ReadFile(name, 100)
	if os.IsNotExist(err) {
		return now, false
	}
	last, err = time.Parse(time.RFC3339, strings.TrimSpace(string(content)))
	if err != nil || last.After(now) {
		return now, false
	}
	return last, true
}
