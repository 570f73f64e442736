package eventlog

import (
	"bytes"
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

// Of returns what was seen under a rule, in the order in which it was kept. A line that
// cannot be read counts for nothing.
func (e Evidence) Of(rule string) (all []question.Seen) {
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
