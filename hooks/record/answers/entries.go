package answers

import (
	"sort"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/saferead"
)

// entries holds answers, each with its source. Rules get the answers without copying: a
// question may have hundreds, and copying them takes longer than reading them.
type entries struct {
	past    []question.PastAnswer
	sources []source
}

type source struct {
	Proof        // zero if it is known who gave the answer
	dropped bool // the user did not give the answer
	lost    bool // the client will never say who gave it
	order   time.Time
}

// Len, Less and Swap order answers by time. Answers were given in the order in which they were
// kept, whatever the clock said, except those from transcripts.
func (e *entries) Len() int           { return len(e.past) }
func (e *entries) Less(i, j int) bool { return e.sources[i].order.Before(e.sources[j].order) }
func (e *entries) Swap(i, j int) {
	e.past[i], e.past[j] = e.past[j], e.past[i]
	e.sources[i], e.sources[j] = e.sources[j], e.sources[i]
}

// index returns the index of the answer to a call's question, or -1.
func (e *entries) index(call string, index int) int {
	for i := range e.past {
		if a := &e.past[i]; a.Call == call && a.Index == index {
			return i
		}
	}
	return -1
}

// deleteFunc removes the answers for whose index del returns true.
func (e *entries) deleteFunc(del func(i int) bool) {
	n := 0
	for i := range e.past {
		if del(i) {
			continue
		}
		if n < i {
			e.past[n], e.sources[n] = e.past[i], e.sources[i]
		}
		n++
	}
	e.past, e.sources = e.past[:n], e.sources[:n]
}

func (e *entries) deleteDropped() {
	e.deleteFunc(func(i int) bool { return e.sources[i].dropped })
}

// conclude records the verdict on an answer.
func (e *entries) conclude(i int, v verdict) {
	switch v {
	case ofPerson:
		e.past[i].Unconfirmed = false
	case ofOther:
		e.sources[i].dropped = true
	case notSaid:
		e.sources[i].lost = true
	}
}

func (r Record) read(key string) *entries { return readFile(r.file(key), key) }

// readFile reads a file's answers to the questions with a key, or all if key is empty.
func readFile(name, key string) *entries {
	content, err := saferead.ReadString(name, 2*maxFile)
	if err != nil {
		return &entries{} // an unreadable file means one more question
	}
	n := strings.Count(content, "\n") // a bound that is fast to count; unused space costs nothing
	f := fileReader{
		calls:   make(map[callQuestion]int, min(n, 128)),
		entries: entries{make([]question.PastAnswer, 0, n), make([]source, 0, n)},
	}
	for line := range strings.Lines(content) {
		f.line(strings.TrimSuffix(line, "\n"), key)
	}
	return f.answers()
}

// callQuestion is a question of a call.
type callQuestion struct {
	call  string
	index int
}

// fileReader reads the lines of a file.
type fileReader struct {
	entries
	// floor is the time up to which nothing counts, because something newer was lost.
	floor  time.Time
	isLost bool // floor will be the time of the next readable line
	last   time.Time
	// The last answer read, and the end of its line after the part that says when and where it was
	// given: the next line is usually the same.
	answer question.PastAnswer
	end    string
	again  question.PastAnswer  // the same, given at another time or place
	calls  map[callQuestion]int // where the answer to a question of a call is
}

func (f *fileReader) line(line, wanted string) {
	key, written, ok := head(line)
	switch {
	case !ok:
		f.isLost = f.isLost || len(line) > 0
		return
	case f.isLost || key == cutKey:
		floor, err := time.Parse(timeLayout, written)
		if f.isLost = err != nil; f.isLost {
			return
		}
		f.floor = floor
	}
	if key == cutKey || wanted != "" && key != wanted {
		return
	}
	if strings.HasPrefix(line[headLength:], givenMember) && f.end != "" && strings.HasSuffix(line, f.end) {
		if f.takeAgain(line[headLength+len(givenMember) : max(headLength+len(givenMember), len(line)-len(f.end))]) {
			return
		}
	}
	v, err := hooks.Parse(line)
	switch {
	case err != nil:
	case strings.HasPrefix(line[headLength:], confirmation):
		index, _ := v.Get("index").Int()
		if i, known := f.calls[callQuestion{v.Get("confirms").String(), int(index)}]; known {
			f.conclude(i, verdict(v.Get("verdict").String()))
		}
	default:
		err = f.takeNew(v, line)
	}
	if err != nil {
		f.isLost = true
	}
}

// takeNew takes the answer in a line.
func (f *fileReader) takeNew(v hooks.Value, line string) error {
	given := v.Get("given")
	a, err := question.ParsePastAnswer(v, given)
	if err != nil {
		return err
	}
	f.answer, f.end = a, strings.TrimPrefix(line[headLength:], givenMember+given.Raw())
	f.take(&a, given.Raw())
	return nil
}

// takeAgain repeats the last answer, with the time and place in object, and reports whether
// object could be read.
func (f *fileReader) takeAgain(object string) bool {
	f.again = f.answer
	if f.again.ReadGiven(object) != nil {
		return false
	}
	f.take(&f.again, object)
	return true
}

// take adds an answer, or replaces the one to the same question of the same call.
func (f *fileReader) take(a *question.PastAnswer, given string) {
	from := source{order: a.At}
	if a.Unconfirmed {
		from.Proof = parseProof(given)
	}
	if a.By != question.AnsweredInTranscript {
		if from.order.Before(f.last) {
			from.order = f.last
		}
		f.last = from.order
	}
	i, known := f.calls[callQuestion{a.Call, a.Index}]
	switch {
	case !known || a.Call == "":
		f.calls[callQuestion{a.Call, a.Index}] = len(f.past)
		f.past, f.sources = append(f.past, *a), append(f.sources, from)
	case f.past[i].Unconfirmed || !a.Unconfirmed:
		f.past[i], f.sources[i] = *a, from
	}
}

// answers returns the answers that count, in the order of time.
func (f *fileReader) answers() *entries {
	if f.isLost {
		return &entries{}
	}
	f.deleteFunc(func(i int) bool { return f.sources[i].dropped || !f.past[i].At.After(f.floor) })
	sort.Stable(f)
	return &f.entries
}
