package conflict

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"neverask/hooks/claude/config"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// A Test is the result of one run of a handler with a made-up question, at the user's request. It
// is valid as long as the handler's command and the program and script that the command names are
// unchanged.
type Test struct {
	Handler string        `json:"handler"` // digest of the command at its event
	Program string        `json:"program"` // digest of the files that it names
	At      time.Time     `json:"at"`
	Took    time.Duration `json:"took"`
	Effect  Effect        `json:"effect"`
}

// Tests are the tests on record, the oldest first.
type Tests []Test

// maxTests is how many tests are kept.
const maxTests = 200

// maxTestsFile is the size of the longest test file that is read, and maxProgram how much of a
// program the digest covers.
const (
	maxTestsFile = 1 << 20
	maxProgram   = 256 << 20
)

// ReadTests reads the tests on record. A missing or unreadable file has none: a test can be
// repeated.
func ReadTests(file string) (all Tests) {
	b, err := saferead.ReadFile(file, maxTestsFile)
	if err != nil || json.Unmarshal(b, &all) != nil {
		return nil
	}
	return all
}

// Keep writes a test to a file, replacing earlier ones of the same handler.
func (t Test) Keep(file string) error {
	all := slices.DeleteFunc(ReadTests(file), func(old Test) bool { return old.Handler == t.Handler })
	all = append(all, t)
	b, err := json.Marshal(all[max(0, len(all)-maxTests):])
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return ownfile.Write(file, append(b, '\n'), 0o600)
}

// Untested returns the test of a handler that has yet to be run.
func (s CommandEnv) Untested(h config.Hook) Test {
	return Test{Handler: handlerDigest(h), Program: s.programDigest(h)}
}

// handlerDigest distinguishes commands that may do different things.
func handlerDigest(h config.Hook) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%t",
		h.Group.Event, program(h), h.Handler.Shell, h.Handler.Exec))
	return hex.EncodeToString(sum[:])
}

// programDigest is the digest of the files that a command names.
func (s CommandEnv) programDigest(h config.Hook) string {
	sum := sha256.New()
	for _, p := range s.Programs(h) {
		fmt.Fprintf(sum, "%s\x00%t\x00", p.Path, p.There)
		if f, err := saferead.Open(p.Path); p.There && err == nil {
			n, err := io.Copy(sum, io.LimitReader(f, maxProgram))
			fmt.Fprintf(sum, "\x00%d\x00%t\x00", n, err == nil)
			f.Close()
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// tested returns what a valid test has shown about a hook.
func (s CommandEnv) tested(all Tests, h config.Hook) finding {
	id := handlerDigest(h)
	i := slices.IndexFunc(all, func(t Test) bool { return t.Handler == id })
	if i < 0 || all[i].Program != s.programDigest(h) {
		return finding{}
	}
	t := all[i]
	detail := "ran once: " + t.Effect.Verdict().past()
	if t.Effect.Fault != "" {
		detail += ": " + t.Effect.Fault
	}
	return finding{
		effects: []Effect{t.Effect}, proof: []Evidence{{Tested, detail, t.At, t.Took}}, took: []time.Duration{t.Took},
	}
}
