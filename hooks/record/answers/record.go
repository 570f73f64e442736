package answers

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/settings/foreign"
	"neverask/settings/ownfile"
)

// Record is the answer record in a directory.
type Record struct {
	Dir string
	Now func() time.Time
	// Later puts a write off until there is time for it. Without it nothing is written
	// while the record is read.
	Later func(write func())
}

// Answer is an answer on record.
type Answer struct {
	question.PastAnswer
	// Proof is where the client says who gave it; zero where that is known.
	Proof Proof

	order time.Time
}

// Bounds of what is kept: a longer question was not read before it was answered, and a
// longer file is started over.
const (
	maxQuestion = 64 << 10
	maxFile     = 2 << 20
)

// keyLength is that of the hash of a question in its hexadecimal form.
const keyLength = 16

// keyOf is the hash of what all questions have in common that may be the same.
func keyOf(server, project string, q question.Question) string {
	h := fnv.New64a()
	if server != "" {
		_, _ = io.WriteString(h, project+"\x00") // it never fails
	}
	_, _ = io.WriteString(h, question.RecordKey(server, q))
	return fmt.Sprintf("%0*x", keyLength, h.Sum64())
}

// file is where all that is kept of a question stands.
func (r Record) file(key string) string { return filepath.Join(r.Dir, key[:2]+".jsonl") }

// Add keeps answers that are known to be the person's, those that are not on record yet.
func (r Record) Add(all ...question.PastAnswer) error {
	for _, a := range all {
		if a.Call != "" && slices.ContainsFunc(r.read(keyOf(a.Server, a.Project, a.Question)), func(old Answer) bool { return old.isOf(a.Call, a.Index) && !old.Unconfirmed }) {
			continue
		}
		if err := r.append(Answer{PastAnswer: a}); err != nil {
			return err
		}
	}
	return nil
}

// Note keeps an answer of which the client has yet to say whether it is the person's.
func (r Record) Note(a question.PastAnswer, proof Proof) error {
	a.Unconfirmed = true
	return r.append(Answer{PastAnswer: a, Proof: proof})
}

func (a Answer) isOf(call string, index int) bool { return a.Call == call && a.Index == index }

func (r Record) append(a Answer) error {
	if len(a.Question.Raw().Raw()) > maxQuestion {
		return nil
	}
	out := r.begin(keyOf(a.Server, a.Project, a.Question))
	a.WriteMembers(out)
	a.Proof.write(out)
	return r.write(out)
}

// begin starts a line. What it begins with is read without parsing the line.
func (r Record) begin(key string) *hooks.Writer {
	out := hooks.NewWriter(1 << 10)
	out.Begin('{')
	out.Text("key", key)
	out.Text("written", r.Now().UTC().Format(timeLayout))
	return out
}

// timeLayout has a fixed length.
const timeLayout = "2006-01-02T15:04:05.000Z"

// write appends a line to the file of its key.
func (r Record) write(out *hooks.Writer) error {
	out.End('}')
	line := slices.DeleteFunc(out.Bytes(), func(c byte) bool { return c == '\n' || c == '\r' }) // between members, where a document may be indented
	key, _, _ := head(line)
	name := r.file(key)
	if info, err := os.Stat(name); err == nil && info.Size() > maxFile {
		// All that is older goes with one file, so none of it can outlive what is newer.
		fresh := r.begin(cutKey)
		fresh.End('}')
		if err := ownfile.Write(name, append(fresh.Bytes(), '\n'), 0o600); err != nil {
			return err
		}
	}
	return eventlog.Log{Path: name, MaxSize: 1 << 62, Keep: 1}.Append(line)
}

// cutKey is the key of the line at the start of a file that was started over.
const cutKey = "0000000000000000"

// What every line begins with, and what tells a line about what became known of an answer.
const (
	before, between = `{"key":"`, `","written":"`
	headLength      = len(before) + keyLength + len(between) + len(timeLayout) + 1
	confirmation    = `,"confirms":`
)

// head reads the members that every line begins with. ok is false for what is no whole line.
func head(line []byte) (key, written string, ok bool) {
	if len(line) <= headLength || string(line[:len(before)]) != before || line[len(line)-1] != '}' {
		return "", "", false
	}
	rest := line[len(before):]
	if string(rest[keyLength:][:len(between)]) != between {
		return "", "", false
	}
	return string(rest[:keyLength]), string(rest[keyLength+len(between):][:len(timeLayout)]), true
}

// Of returns what the person answered to questions that may be the same as one that a server
// asks in a project, or the client itself, in the order of time. Answers of which it is not
// known yet whose they are, are unconfirmed.
func (r Record) Of(server, project string, q question.Question) (past []question.PastAnswer) {
	key := keyOf(server, project, q)
	all := r.confirmNewest(key, r.read(key))
	past = make([]question.PastAnswer, 0, len(all))
	for _, a := range all {
		if a.Server == server && (server == "" || a.Project == project) {
			past = append(past, a.PastAnswer)
		}
	}
	return past
}

// AllOf returns what the person answered to a server in a project, or the client itself, in
// the order of time.
func (r Record) AllOf(server, project string) (past []question.PastAnswer) {
	for _, a := range r.All() {
		if a.Server == server && (server == "" || a.Project == project) {
			past = append(past, a.PastAnswer)
		}
	}
	return past
}

// All returns everything that is on record, in the order of time.
func (r Record) All() (all []Answer) {
	names, _ := filepath.Glob(filepath.Join(r.Dir, "*.jsonl")) // the pattern is right
	for _, name := range names {
		all = append(all, r.confirmNewest("", readFile(name, ""))...)
	}
	sortByTime(all)
	return all
}

// sortByTime orders answers by time. Those that were kept one after the other were given so,
// whatever the clock has said; only what transcripts tell is kept later.
func sortByTime(all []Answer) {
	slices.SortStableFunc(all, func(a, b Answer) int { return a.order.Compare(b.order) })
}

func (r Record) read(key string) []Answer { return readFile(r.file(key), key) }

// readFile reads the answers of a file to the questions with a key, or all.
func readFile(name, key string) []Answer {
	content, err := foreign.ReadFile(name, 2*maxFile)
	if err != nil {
		return nil // what cannot be read costs an asking
	}
	f := fileReader{all: make([]Answer, 0, bytes.Count(content, []byte(cmp.Or(key, "\n"))))}
	for line := range bytes.Lines(content) {
		f.line(bytes.TrimSuffix(line, []byte{'\n'}), key)
	}
	return f.answers()
}

// fileReader reads the lines of a file.
type fileReader struct {
	all []Answer
	// floor is the time before which nothing counts, since something newer was lost.
	floor time.Time
	lost  bool // and it is that of the next line that can be read
	last  time.Time
}

func (f *fileReader) line(line []byte, wanted string) {
	key, written, ok := head(line)
	switch {
	case !ok:
		f.lost = f.lost || len(line) > 0
		return
	case f.lost || key == cutKey:
		floor, err := time.Parse(timeLayout, written)
		if f.lost = err != nil; f.lost {
			return
		}
		f.floor = floor
	}
	if key == cutKey || wanted != "" && key != wanted {
		return
	}
	v, err := hooks.Parse(line)
	switch {
	case err != nil:
	case bytes.HasPrefix(line[headLength:], []byte(confirmation)):
		index, _ := v.Get("index").Int()
		f.confirm(v.Get("confirms").String(), int(index), verdict(v.Get("verdict").String()))
	default:
		err = f.take(v)
	}
	if err != nil {
		f.lost = true
	}
}

// take reads an answer.
func (f *fileReader) take(v hooks.Value) error {
	var before question.Question
	if len(f.all) > 0 {
		before = f.all[len(f.all)-1].Question
	}
	p, err := question.ParsePastAnswer(v, before)
	if err != nil {
		return err
	}
	a := Answer{PastAnswer: p, order: p.At}
	if a.Unconfirmed {
		a.Proof = parseProof(v)
	}
	if a.By != question.AnsweredInTranscript {
		if a.order.Before(f.last) {
			a.order = f.last
		}
		f.last = a.order
	}
	if a.Call != "" {
		if i := slices.IndexFunc(f.all, func(old Answer) bool { return old.isOf(a.Call, a.Index) }); i >= 0 {
			if f.all[i].Unconfirmed || !a.Unconfirmed {
				f.all[i] = a
			}
			return nil
		}
	}
	f.all = append(f.all, a)
	return nil
}

func (f *fileReader) confirm(call string, index int, v verdict) {
	i := slices.IndexFunc(f.all, func(a Answer) bool { return a.isOf(call, index) })
	if i >= 0 {
		f.all[i].conclude(v)
	}
}

// answers are those that count, in the order of time.
func (f *fileReader) answers() []Answer {
	if f.lost {
		return nil
	}
	f.all = slices.DeleteFunc(f.all, func(a Answer) bool { return a.Proof.dropped || !a.At.After(f.floor) })
	sortByTime(f.all)
	return f.all
}
