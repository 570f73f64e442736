package transcript

import (
	"iter"
	"slices"

	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// Merge completes the transcripts' questions from our own log, and adds questions that only the
// log has, since the client deletes transcripts after a while. Questions with the same call ID
// and index are the same and count once. The result is in the order of time.
//
// The log decides about our own part: the rule, what it would have answered, and whether an
// answer is ours. The transcript decides about everything else.
func Merge(transcripts []Question, log iter.Seq[eventlog.Question]) []Question {
	type key struct {
		toolUseID string
		index     int
	}
	all := slices.Clone(transcripts)
	at := make(map[key]int, len(all))
	for i, q := range all {
		at[key{q.ToolUseID, q.Index}] = i
	}
	for r := range log {
		k := key{r.ToolUseID, r.Index}
		if i, ok := at[k]; ok && r.ToolUseID != "" {
			all[i].add(r)
			continue
		}
		at[k] = len(all)
		all = append(all, fromLog(r))
	}
	slices.SortStableFunc(all, byTime)
	return all
}

// add completes a question with our log's record.
func (q *Question) add(r eventlog.Question) {
	q.Logged = true
	from := fromLog(r)
	q.Mode, q.Rule, q.Away, q.Expected, q.Overwritten, q.Judged, q.OneWay =
		from.Mode, from.Rule, from.Away, from.Expected, from.Overwritten, from.Judged, from.OneWay
	switch {
	case from.By == Neverask, from.Outcome == Denied:
		// The client does not know what our hook runs, even if the transcript holds no answer:
		// if a call was refused with the answer as the reason, or the result is in an MCP
		// server's words.
		q.By, q.Answer, q.Chosen, q.Outcome, q.Command = from.By, from.Answer, from.Chosen, from.Outcome, from.Command
	case q.By == Unknown || q.Outcome == Unanswered && q.By == Nobody:
		if from.By == Unknown || from.Outcome == Unanswered {
			return
		}
		q.By, q.Outcome = from.By, from.Outcome
		if q.Answer == "" {
			q.Answer, q.Chosen = from.Answer, from.Chosen
		}
	}
}

// fromLog returns a question from our own log.
func fromLog(r eventlog.Question) Question {
	q := Question{
		Time: r.Time, Session: r.Session, ToolUseID: r.ToolUseID, Index: r.Index, Project: r.Project, Tool: r.Tool,
		Text: r.Text, Header: r.Header, Multi: r.Multi, Answer: r.Answer, Wait: r.Wait,
		Logged: true, Mode: r.Mode, Rule: r.Rule, Away: question.Away(r.Away),
		Expected: r.Expected, Overwritten: r.Overwritten,
		Judged: r.Safety != "", OneWay: r.Safety == eventlog.OneWay,
	}
	for _, label := range r.Options {
		q.Options = append(q.Options, Option{Label: label})
	}
	if q.Answer != "" {
		var ok bool
		if q.Chosen, ok = chosen(q.Answer, q.Options, q.Multi); ok {
			q.Outcome = Picked
		} else {
			q.Outcome = Typed
		}
	}
	switch r.By {
	case eventlog.ByUser, eventlog.ByUserText:
		q.By = Person
	case eventlog.ByNeverask:
		q.By = Neverask
	case eventlog.ByOtherHook:
		q.By = OtherHook
	case eventlog.ByDeclined:
		q.By, q.Outcome = Nobody, Declined
	default:
		q.By = Unknown
	}
	switch {
	case r.Failed:
		q.Outcome, q.By = Failed, Nobody
	case q.Outcome == "":
		q.Outcome = Unanswered
	}
	return q
}
