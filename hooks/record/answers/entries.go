package answers

import (
	"sort"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/foreign"
)

// entries are answers, and beside each where it is known from. Rules get the answers as they
// are: a question may have hundreds, and to copy them takes longer than to read them.
type entries struct {
	past    []question.PastAnswer
	sources []source
}

type source struct {
	Proof        // zero where it is known whose the answer is
	dropped bool // the answer is not the person's
	lost    bool // the client will not say any more whose it is
	order   time.Time
}

// Len, Less and Swap order answers by time. Those that were kept one after the other were
// given so, whatever the clock has said; only what transcripts tell is kept later.
func (e *entries) Len() int           { return len(e.past) }
func (e *entries) Less(i, j int) bool { return e.sources[i].order.Before(e.sources[j].order) }
func (e *entries) Swap(i, j int) {
	e.past[i], e.past[j] = e.past[j], e.past[i]
	e.sources[i], e.sources[j] = e.sources[j], e.sources[i]
}

// index is where the answer to a question of a call is, or -1.
func (e *entries) index(call string, index int) int {
	for i := range e.past {
		if a := &e.past[i]; a.Call == call && a.Index == index {
			return i
		}
	}
	return -1
}

// deleteFunc takes out the answers for whose place del returns true.
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

// conclude takes up what became known of an answer.
func (e *entries) conclude(i int, v verdict) {
	switch v {
	case ofPerson:
		e.past[i].Unconfirmed = false
	case ofOther:
		e.sources[i].dropped = true
	case untold:
		e.sources[i].lost = true
	}
}

func (r Record) read(key string) *entries { return readFile(r.file(key), key) }

// readFile reads the answers of a file to the questions with a key, or all.
func readFile(name, key string) *entries {
	content, err := foreign.ReadString(name, 2*maxFile)
	if err != nil {
		return &entries{} // what cannot be read costs an asking
	}
	n := strings.Count(content, "\n") // a bound that is counted fast; what is not used costs nothing
	f := fileReader{entries: entries{make([]question.PastAnswer, 0, n), make([]source, 0, n)}}
	for line := range strings.Lines(content) {
		f.line(strings.TrimSuffix(line, "\n"), key)
	}
	return f.answers()
}

// fileReader reads the lines of a file.
type fileReader struct {
	entries
	// floor is the time before which nothing counts, since something newer was lost.
	floor  time.Time
	isLost bool // and it is that of the next line that can be read
	last   time.Time
	// The answer that was read last, and the end of its line, without when and where it was
	// given: the next line mostly says the same.
	answer question.PastAnswer
	end    string
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
		if i := f.index(v.Get("confirms").String(), int(index)); i >= 0 {
			f.conclude(i, verdict(v.Get("verdict").String()))
		}
	default:
		err = f.takeNew(v, line)
	}
	if err != nil {
		f.isLost = true
	}
}

// takeNew takes the answer that a line holds.
func (f *fileReader) takeNew(v hooks.Value, line string) error {
	given := v.Get("given")
	a, err := question.ParsePastAnswer(v, given)
	if err != nil {
		return err
	}
	f.answer, f.end = a, strings.TrimPrefix(line[headLength:], givenMember+given.Raw())
	f.take(&a, given)
	return nil
}

// takeAgain takes the answer that was read last as given when and where an object tells, and
// reports whether it is one.
func (f *fileReader) takeAgain(object string) bool {
	given, err := hooks.Parse(object)
	if err != nil {
		return false
	}
	a := f.answer
	if a.ReadGiven(given) != nil {
		return false
	}
	f.take(&a, given)
	return true
}

// take adds an answer.
func (f *fileReader) take(a *question.PastAnswer, given hooks.Value) {
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
	i := -1
	if a.Call != "" {
		i = f.index(a.Call, a.Index)
	}
	switch {
	case i < 0:
		f.past, f.sources = append(f.past, *a), append(f.sources, from)
	case f.past[i].Unconfirmed || !a.Unconfirmed:
		f.past[i], f.sources[i] = *a, from
	}
}

// answers are those that count, in the order of time.
func (f *fileReader) answers() *entries {
	if f.isLost {
		return &entries{}
	}
	f.deleteFunc(func(i int) bool { return f.sources[i].dropped || !f.past[i].At.After(f.floor) })
	sort.Stable(f)
	return &f.entries
}
