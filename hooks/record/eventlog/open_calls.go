package eventlog

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// OpenCalls keeps what is known about a call until its result arrives. It is a directory with
// one file per day: a line for each call, and one more when its result was recorded. Lines
// begin with a hash of the session and the call.
//
// One file per call would be simpler, but a hook process lives for only about a millisecond,
// and creating a file may take a third of that; appending a line does not.
type OpenCalls struct {
	Dir string
	Now func() time.Time
}

// MaxOpenCall is the size of the longest content that is kept.
const MaxOpenCall = maxLine - 64

const (
	openCallSuffix = ".jsonl"
	dayLayout      = "2006-01-02"
)

// done starts the rest of a line that says that a result was recorded. The text after it
// distinguishes processes that write one at the same time.
const done = "done "

func (p OpenCalls) day(t time.Time) Log {
	name := t.UTC().Format(dayLayout) + openCallSuffix
	return Log{Path: filepath.Join(p.Dir, name), MaxSize: 1 << 62, Keep: 1}
}

// days returns the files that may hold a call, today's first: a session that sleeps overnight
// still finds its questions.
func (p OpenCalls) days() [2]Log {
	now := p.Now()
	return [2]Log{p.day(now), p.day(now.Add(-24 * time.Hour))}
}

func openCallKey(session, call string) string { return hashName(session+"\x00"+call) + " " }

// Put keeps content, which is JSON, for a call. The last content counts: a deferred call
// begins again when its session continues, and by then another answer may have been given.
// newDay reports that this is the first call of the day, and so the time to sweep.
func (p OpenCalls) Put(session, call string, content []byte) (newDay bool, err error) {
	if len(content) > MaxOpenCall {
		return false, fmt.Errorf("a call of %d bytes is too long to keep", len(content))
	}
	line := append([]byte(openCallKey(session, call)), content...)
	for i, c := range line {
		if c == '\n' || c == '\r' {
			line[i] = ' ' // in JSON a line break is white space
		}
	}
	return p.days()[0].append(line)
}

// Get returns the content kept for a call, or nil if there is none or the result was recorded.
func (p OpenCalls) Get(session, call string) []byte {
	_, content, _ := p.find(openCallKey(session, call))
	return content
}

// Claim reports whether the caller is to record a call's result: true once for each call, even
// for one that was never put.
func (p OpenCalls) Claim(session, call string) (bool, error) {
	key := openCallKey(session, call)
	log, _, recorded := p.find(key)
	if recorded {
		return false, nil
	}
	mark := key + done + strconv.Itoa(os.Getpid()) + " " + strconv.FormatInt(p.Now().UnixNano(), 36)
	if err := log.Append([]byte(mark)); err != nil {
		return false, err
	}
	// The first in the file wins.
	for line := range linesOf(log, key) {
		if bytes.HasPrefix(line, []byte(done)) {
			return string(line) == mark[len(key):], nil
		}
	}
	return false, nil
}

// find returns the file that holds a call, otherwise today's, with the call's content unless
// its result was recorded.
func (p OpenCalls) find(key string) (log Log, content []byte, recorded bool) {
	days := p.days()
	for _, log := range days {
		for line := range linesOf(log, key) {
			if bytes.HasPrefix(line, []byte(done)) {
				return log, nil, true
			}
			content = append(content[:0], line...)
		}
		if content != nil {
			return log, content, false
		}
	}
	return days[0], nil, false
}

// linesOf yields the rest of the lines of a file that begin with key.
func linesOf(log Log, key string) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for line := range log.Lines() {
			if rest, ok := bytes.CutPrefix(line, []byte(key)); ok && !yield(rest) {
				return
			}
		}
	}
}

// sweptSuffix marks a day's file while one process sweeps it.
const sweptSuffix = ".swept"

// Sweep removes the files of past days, and passes the calls that never got a result to lost,
// each in one process only.
func (p OpenCalls) Sweep(lost func(content []byte)) error {
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return err
	}
	keep := p.days()
	longAgo := p.Now().Add(-3 * 24 * time.Hour).UTC().Format(dayLayout)
	for _, e := range entries {
		name := filepath.Join(p.Dir, e.Name())
		if name == keep[0].Path || name == keep[1].Path {
			continue
		}
		if day, ok := strings.CutSuffix(e.Name(), sweptSuffix); ok && isDay(day) && day < longAgo {
			os.Remove(name) // left by an unfinished sweep
		}
		day, ok := strings.CutSuffix(e.Name(), openCallSuffix)
		if !ok || !isDay(day) {
			continue
		}
		// Renaming succeeds for one process; the others find nothing.
		swept := Log{Path: filepath.Join(p.Dir, day+sweptSuffix), Keep: 1}
		if os.Rename(name, swept.Path) != nil {
			continue
		}
		for _, content := range unrecorded(swept) {
			lost(content)
		}
		os.Remove(swept.Path)
	}
	return nil
}

// unrecorded returns the contents of the calls without a result, by key.
func unrecorded(log Log) map[string][]byte {
	calls := map[string][]byte{}
	for line := range log.Lines() {
		key, rest, ok := bytes.Cut(line, []byte{' '})
		content, seen := calls[string(key)]
		switch {
		case !ok || seen && content == nil:
		case bytes.HasPrefix(rest, []byte(done)):
			calls[string(key)] = nil
		default:
			calls[string(key)] = bytes.Clone(rest)
		}
	}
	for key, content := range calls {
		if content == nil {
			delete(calls, key)
		}
	}
	return calls
}
