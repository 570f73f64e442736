package eventlog

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"neverask/hooks"
	"neverask/settings/foreign"
	"neverask/settings/ownfile"
)

// Tally counts the person's own answers by question, so that a rule which
// answers as usual need not read the log. It is a directory of small files; a
// question's answers are lines of the file named by the start of its hash.
type Tally struct{ Dir string }

// maxTally is how much of one file counts: the newest answers. Files are cut
// back to it when they are twice as long.
const maxTally = 64 << 10

// maxAnswer is the longest answer that is counted.
const maxAnswer = 1000

func (t Tally) log(hash string) Log {
	return Log{Path: filepath.Join(t.Dir, hash[:2]), MaxSize: 1 << 62, Keep: 1}
}

// Add counts one answer to the question with this fingerprint.
func (t Tally) Add(fingerprint, answer string) error {
	if len(answer) > maxAnswer {
		return nil
	}
	hash := hashName(fingerprint)
	log := t.log(hash)
	line := append([]byte(hash), ' ')
	if err := log.Append(hooks.AppendString(line, answer)); err != nil {
		return err
	}
	return cut(log.Path, maxTally)
}

// Count returns how often each answer was given to the question with this
// fingerprint.
func (t Tally) Count(fingerprint string) map[string]int {
	hash := hashName(fingerprint)
	counts := map[string]int{}
	for line := range bytes.Lines(foreign.ReadTail(t.log(hash).Path, maxTally)) {
		answer, ok := bytes.CutPrefix(line, []byte(hash+" "))
		if !ok {
			continue
		}
		if v, err := hooks.Parse(answer); err == nil {
			if s, ok := v.Text(); ok {
				counts[s]++
			}
		}
	}
	return counts
}

// cut shortens a file that is twice as long as it should be. Lines that other
// processes add in the same instant may be lost, which costs a rule one of its
// counts, or an asking.
func cut(name string, length int64) error {
	info, err := os.Stat(name)
	if err != nil || info.Size() < 2*length {
		return err
	}
	return ownfile.Write(name, foreign.ReadTail(name, length), 0o600)
}

// hashName turns any string into a file name.
func hashName(s string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s)) // it never fails
	return fmt.Sprintf("%016x", h.Sum64())
}
