package eventlog

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/foreign"
)

// Evidence keeps, for each rule, the questions that a person saw while it was there
// and answered themselves. It is a directory with a file for each rule, so that what
// one rule costs does not depend on the others.
type Evidence struct{ Dir string }

// maxEvidence is how much of a rule's file counts: what was seen last. Files are cut
// back to it when they are twice as long. What is lost costs the person an asking.
const maxEvidence = 256 << 10

// maxSeen is the longest question that is kept.
const maxSeen = maxEvidence / 8

func (e Evidence) log(rule string) Log {
	return Log{Path: filepath.Join(e.Dir, hashName(rule)), MaxSize: 1 << 62, Keep: 1}
}

// Add keeps questions that were seen under a rule, in this order. One that is too
// long to have been read is left out.
func (e Evidence) Add(rule string, all ...question.Seen) error {
	log := e.log(rule)
	for _, s := range all {
		out := hooks.NewWriter(1 << 10)
		out.Begin('{')
		out.Text("rule", rule)
		seen, err := hooks.Parse(s.JSON())
		if err != nil {
			return err
		}
		if len(seen.Raw()) > maxSeen {
			continue
		}
		out.Member("seen", seen)
		out.End('}')
		if err := log.Append(out.Bytes()); err != nil {
			return err
		}
		if err := cut(log.Path, maxEvidence); err != nil {
			return err
		}
	}
	return nil
}

// gathered is what was seen before evidence was kept, as far as the past tells.
func (e Evidence) gathered() Evidence { return Evidence{filepath.Join(e.Dir, "gathered")} }

// Gathered reports whether the past has been looked through for what was seen.
func (e Evidence) Gathered() bool {
	_, err := os.Stat(e.gathered().Dir)
	return err == nil
}

// Gather keeps what the past tells of rules that are older than their evidence: all of
// it, or nothing, and only once.
func (e Evidence) Gather(all map[string][]question.Seen) error {
	if err := os.MkdirAll(e.Dir, 0o700); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(e.Dir, ".gathered-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	for rule, seen := range all {
		if err := (Evidence{temp}).Add(rule, seen...); err != nil {
			return err
		}
	}
	return os.Rename(temp, e.gathered().Dir)
}

// Forget takes back what was gathered. What was seen since stays, and nothing is
// gathered again.
func (e Evidence) Forget() error {
	names, err := os.ReadDir(e.gathered().Dir)
	for _, name := range names {
		err = errors.Join(err, os.Remove(filepath.Join(e.gathered().Dir, name.Name())))
	}
	return err
}

// Drop has the past looked through again.
func (e Evidence) Drop() error { return os.RemoveAll(e.gathered().Dir) }

// Of returns what was seen under a rule, in the order in which it was kept, after what
// was gathered. A line that cannot be read counts for nothing.
func (e Evidence) Of(rule string) []question.Seen {
	return append(e.gathered().of(rule), e.of(rule)...)
}

func (e Evidence) of(rule string) (all []question.Seen) {
	for line := range bytes.Lines(foreign.ReadTail(e.log(rule).Path, maxEvidence)) {
		v, err := hooks.Parse(line)
		if err != nil || v.Get("rule").String() != rule { // another rule's file may have the same name
			continue
		}
		if s, err := question.ParseSeen(v.Get("seen")); err == nil {
			all = append(all, s)
		}
	}
	return all
}
