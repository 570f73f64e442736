package answers

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/settings/ownfile"
)

// Record is the answer record in a directory.
type Record struct {
	Dir string
	Now func() time.Time
	// Later defers a write. Without it, reading the record writes nothing.
	Later func(write func())
}

// Bounds: the hook does not answer longer questions, so it keeps none; a longer file is started
// over.
const (
	maxQuestion = 64 << 10
	maxFile     = 2 << 20
)

// keyLength is the length of a question's hash in hexadecimal.
const keyLength = 16

// keyOf returns a hash that is equal for all questions that may be the same.
func keyOf(server, project string, q question.Question) string {
	h := fnv.New64a()
	if server != "" {
		_, _ = io.WriteString(h, project+"\x00") // it never fails
	}
	_, _ = io.WriteString(h, question.RecordKey(server, q))
	return fmt.Sprintf("%0*x", keyLength, h.Sum64())
}

// file returns the path of the file that holds everything about a question.
func (r Record) file(key string) string { return filepath.Join(r.Dir, key[:2]+".jsonl") }

// Add keeps answers that are known to be the user's, unless they are on record.
func (r Record) Add(all ...question.PastAnswer) error {
	for _, a := range all {
		if a.Call != "" {
			old := r.read(keyOf(a.Server, a.Project, a.Question))
			if i := old.index(a.Call, a.Index); i >= 0 && !old.past[i].Unconfirmed {
				continue
			}
		}
		if err := r.append(a, Proof{}); err != nil {
			return err
		}
	}
	return nil
}

// Note keeps an answer until the client says whether the user gave it.
func (r Record) Note(a question.PastAnswer, proof Proof) error {
	a.Unconfirmed = true
	return r.append(a, proof)
}

func (r Record) append(a question.PastAnswer, proof Proof) error {
	if len(a.Question.Raw().Raw()) > maxQuestion {
		return nil
	}
	out := r.begin(keyOf(a.Server, a.Project, a.Question))
	out.Name("given").Begin('{')
	a.WriteGiven(out)
	proof.write(out)
	out.End('}')
	a.WriteAnswer(out)
	return r.write(out)
}

// begin starts a line with the members that are read without parsing it.
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
	key, _, _ := head(string(line))
	name := r.file(key)
	if info, err := os.Stat(name); err == nil && info.Size() > maxFile {
		// The whole file goes, so that no answer outlives a newer one.
		fresh := r.begin(cutKey)
		fresh.End('}')
		if err := ownfile.Write(name, append(fresh.Bytes(), '\n'), 0o600); err != nil {
			return err
		}
	}
	return eventlog.Log{Path: name, MaxSize: 1 << 62, Keep: 1}.Append(line)
}

// cutKey is the key of the first line in a file that was started over.
const cutKey = "0000000000000000"

// The beginning of every line, and the beginning of a line that confirms an answer.
const (
	before, between = `{"key":"`, `","written":"`
	headLength      = len(before) + keyLength + len(between) + len(timeLayout) + 1
	confirmation    = `,"confirms":`
	givenMember     = `,"given":`
)

// head reads the members at the beginning of every line. ok is false for an incomplete line.
func head(line string) (key, written string, ok bool) {
	if len(line) <= headLength || line[:len(before)] != before || line[len(line)-1] != '}' {
		return "", "", false
	}
	rest := line[len(before):]
	if rest[keyLength:][:len(between)] != between {
		return "", "", false
	}
	return rest[:keyLength], rest[keyLength+len(between):][:len(timeLayout)], true
}

// Of returns the user's answers to questions that may be the same as this one, asked by a
// server in a project or by the client itself, in the order of time. Answers that may not be
// the user's are unconfirmed.
func (r Record) Of(server, project string, q question.Question) []question.PastAnswer {
	key := keyOf(server, project, q)
	return ofServer(server, project, r.confirmNewest(key, r.read(key)))
}

// AllOf returns the user's answers to a server in a project, or to the client itself, in the
// order of time.
func (r Record) AllOf(server, project string) []question.PastAnswer {
	return ofServer(server, project, r.All())
}

// All returns everything that is on record, in the order of time.
func (r Record) All() []question.PastAnswer {
	var all entries
	names, _ := filepath.Glob(filepath.Join(r.Dir, "*.jsonl")) // the pattern is right
	for _, name := range names {
		e := readFile(name, "")
		r.confirmNewest("", e)
		all.past, all.sources = append(all.past, e.past...), append(all.sources, e.sources...)
	}
	sort.Stable(&all)
	all.deleteFunc(func(i int) bool { return all.sources[i].dropped })
	return all.past
}

// ofServer keeps the answers to questions of one server.
func ofServer(server, project string, all []question.PastAnswer) []question.PastAnswer {
	return slices.DeleteFunc(all, func(a question.PastAnswer) bool {
		return a.Server != server || server != "" && a.Project != project
	})
}
