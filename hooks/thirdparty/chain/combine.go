package chain

import (
	"strconv"
	"strings"

	"neverask/hooks"
)

// Combine makes one output of what we would print and what the hooks that we
// have run left behind. In this order the first that applies decides:
//
//   - their refusal, and their wish to stop Claude;
//   - our refusal;
//   - their wish that the person is asked;
//   - whatever we print: an answer, other questions, a result;
//   - the first of them that has an opinion.
//
// That is the order of [hooks.Combine] with two differences. Inputs are not merged,
// because each of these was made from the one that the client gave, and a merged one
// would be nobody's: so an answer of ours goes before an allowance of theirs. And
// to defer is an opinion like an allowance, since it would end a session without a
// terminal although the answer is known.
//
// What is only said to the model or to the person is kept from all of them. After
// the tool nothing can be refused any more: their wish to stop or to block Claude
// stands beside our result, and what both make of the result is put together.
// oursStands is false when theirs decided and nothing of ours is printed: then
// the question counts as one that we left alone.
func Combine(event hooks.Event, ours []byte, theirs ...Output) (combined Output, oursStands bool) {
	opinions := make([]Opinion, len(theirs))
	for i, o := range theirs {
		opinions[i] = o.Opinion(event)
	}
	mine := Output{Stdout: ours}.Opinion(event)
	if event == hooks.EventPreToolUse {
		for i, o := range opinions {
			if o.Decision == hooks.Deny || o.Stop {
				return theirs[i].verbatim(), false
			}
		}
		for i, o := range opinions {
			if o.Decision == hooks.Ask && mine.Decision != hooks.Deny {
				return theirs[i].verbatim(), false
			}
		}
	}
	if len(ours) == 0 {
		return others(event, theirs, opinions), true
	}
	return extended(event, ours, mine, theirs, opinions), true
}

// verbatim is an output as the client would have got it.
func (o Output) verbatim() Output {
	if o.Fault != "" {
		return Output{}
	}
	return Output{Stdout: o.Stdout, Stderr: o.Stderr, Exit: max(o.Exit, 0)}
}

// others is the output when we have none: of the first with an opinion, else of
// the first with something to say, with the words of the rest.
func others(event hooks.Event, theirs []Output, opinions []Opinion) Output {
	speaker := -1
	for _, speaks := range [...]func(i int) bool{
		func(i int) bool { return !opinions[i].None() },
		func(i int) bool { return opinions[i].Message != "" || opinions[i].Context != "" },
		func(i int) bool {
			v := theirs[i].verbatim()
			return len(v.Stdout) > 0 || len(v.Stderr) > 0 || v.Exit != 0
		},
	} {
		for i := range theirs {
			if speaker < 0 && speaks(i) {
				speaker = i
			}
		}
	}
	if speaker < 0 {
		return Output{}
	}
	said := theirs[speaker].verbatim()
	for i, o := range opinions {
		more := o.Message != "" || o.Context != "" || !o.None() && event != hooks.EventPreToolUse
		if i != speaker && more && said.Exit == 0 {
			return extended(event, said.Stdout, opinions[speaker], without(theirs, speaker), without(opinions, speaker))
		}
	}
	return said
}

func without[T any](list []T, i int) []T {
	return append(append([]T(nil), list[:i]...), list[i+1:]...)
}

// extended adds to our output what theirs say beside it. Their exit status and
// standard error go into the message, because a status other than 0 could cost
// our answer.
func extended(event hooks.Event, ours []byte, mine Opinion, theirs []Output, opinions []Opinion) Output {
	doc, err := hooks.Parse(ours)
	if err != nil {
		return Output{Stdout: ours}
	}
	messages, contexts := []string{mine.Message}, []string{mine.Context}
	result := mine.Result
	var block, stop Opinion
	for i, o := range opinions {
		messages, contexts = append(messages, o.Message), append(contexts, o.Context)
		result = bothResults(result, o.Result)
		if o.Stop && !stop.Stop {
			stop = o
		}
		if event != hooks.EventPreToolUse && o.Decision == hooks.Deny && block.Decision == hooks.NoDecision {
			block = o
		}
		if text := strings.TrimSpace(string(theirs[i].Stderr)); theirs[i].Exit != 0 && theirs[i].Exit != 2 && text != "" {
			messages = append(messages, "a hook that neverask runs ended with "+strconv.Itoa(theirs[i].Exit)+": "+text)
		}
	}
	doc = with(doc, "systemMessage", joined(messages))
	specific := doc.Last("hookSpecificOutput")
	if specific.Kind() == hooks.Absent {
		specific, _ = hooks.Parse(`{"hookEventName":"` + string(event) + `"}`)
	}
	specific = with(specific, "additionalContext", joined(contexts))
	if result.Raw() != mine.Result.Raw() {
		specific = set(specific, "updatedToolOutput", result)
	}
	if doc.Last("hookSpecificOutput").Kind() != hooks.Absent || specific.Len() > 1 {
		doc = set(doc, "hookSpecificOutput", specific)
	}
	if block.Decision != hooks.NoDecision {
		doc = with(with(doc, "decision", "block"), "reason", block.Reason)
	}
	if stop.Stop {
		no, _ := hooks.Parse("false")
		doc = with(set(doc, "continue", no), "stopReason", stop.StopReason)
	}
	return Output{Stdout: append([]byte(doc.Raw()), '\n')}
}

// bothResults makes one result of two. Of the results of a question the second
// says what it is like, and the first puts back what the second has not seen:
// questions that were not shown, and their answers. Of other results the first
// stays.
func bothResults(first, second hooks.Value) hooks.Value {
	if first.Kind() == hooks.Absent {
		return second
	}
	answers, newer := first.Last("answers"), second.Last("answers")
	if answers.Kind() != hooks.Object || newer.Kind() != hooks.Object {
		return first
	}
	for m := range newer.Members() {
		answers = set(answers, m.Name, m.Value)
	}
	both, err := second.With("answers", answers)
	if questions := first.Last("questions"); err == nil && questions.Kind() != hooks.Absent {
		both, err = both.With("questions", questions)
	}
	if err != nil {
		return first // the second has a name twice
	}
	return both
}

func joined(texts []string) string {
	var kept []string
	for _, text := range texts {
		if text != "" {
			kept = append(kept, text)
		}
	}
	return strings.Join(kept, "\n")
}

// with sets a member to a string, unless it is empty.
func with(v hooks.Value, name, text string) hooks.Value {
	if text == "" {
		return v
	}
	return set(v, name, hooks.StringOf(text))
}

// set leaves an object alone that cannot be changed; ours always can.
func set(v hooks.Value, name string, value hooks.Value) hooks.Value {
	if changed, err := v.With(name, value); err == nil {
		return changed
	}
	return v
}
