package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// writers are other programs that write a settings file. They take turns, so that
// none of them loses what another one wrote: whatever is missing was lost by neverask.
type writers struct {
	*testing.T
	path     string
	replaced string // the directory where neverask keeps what was written too late
	// gap is the longest time in which a writer leaves the file unfinished, and rest
	// the longest between two turns.
	gap, rest time.Duration

	mu     sync.Mutex
	counts map[string]int  // by writer: how often it has written, which is in the file
	rules  map[string]bool // that were added to permissions.allow
	hooks  map[string]bool // commands of the hooks that were added
	undo   func()          // takes the last turn out of what is expected
	late   map[string]bool // files that have a turn which is not in the settings
	writes map[string]int  // by the way of writing, for the record
	turns  []turn
}

// turn is when a writer read the file, and when it had written it.
type turn struct{ read, written time.Time }

// revived reports whether a writer may have put back what neverask took out at a time.
func (w *writers) revived(taken time.Time) bool {
	// A change is recorded before it is made.
	return slices.ContainsFunc(w.turns, func(t turn) bool {
		return taken.After(t.read.Add(-time.Second)) && taken.Before(t.written)
	})
}

func newWriters(t *testing.T, path, replaced string) *writers {
	t.Helper()
	return &writers{
		T: t, path: path, replaced: replaced, gap: 100 * time.Millisecond, rest: 2 * time.Second,
		counts: map[string]int{}, rules: map[string]bool{}, hooks: map[string]bool{}, undo: func() {}, late: map[string]bool{}, writes: map[string]int{},
	}
}

// A wayOfWriting is how a program writes a file.
type wayOfWriting struct {
	name  string
	write func(w *writers, random *rand.Rand, content []byte) error
}

var (
	renaming = []wayOfWriting{{"renamed", func(w *writers, _ *rand.Rand, content []byte) error {
		temp := w.path + ".theirs"
		return errors.Join(os.WriteFile(temp, content, 0o600), os.Rename(temp, w.path))
	}}}
	inPlace = []wayOfWriting{
		{"truncated", func(w *writers, random *rand.Rand, content []byte) error {
			return w.inPlace(os.O_TRUNC, func(f *os.File) error {
				w.pause(random)
				_, err := f.Write(content)
				return err
			})
		}},
		{"truncated, in two pieces", func(w *writers, random *rand.Rand, content []byte) error {
			return w.inPlace(os.O_TRUNC, func(f *os.File) error {
				cut := random.IntN(len(content))
				_, first := f.Write(content[:cut])
				w.pause(random)
				_, second := f.Write(content[cut:])
				return errors.Join(first, second)
			})
		}},
		{"overwritten", func(w *writers, random *rand.Rand, content []byte) error {
			return w.inPlace(0, func(f *os.File) error {
				w.pause(random)
				_, err := f.Write(content)
				return errors.Join(err, f.Truncate(int64(len(content))))
			})
		}},
	}
)

func (w *writers) inPlace(flags int, write func(f *os.File) error) error {
	f, err := os.OpenFile(w.path, os.O_WRONLY|flags, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// pause is none as often as not.
func (w *writers) pause(random *rand.Rand) {
	if random.IntN(2) == 0 {
		time.Sleep(upTo(random, w.gap))
	}
}

func upTo(random *rand.Rand, most time.Duration) time.Duration {
	return time.Duration(random.Int64N(int64(most)))
}

// run takes turns until it is told to stop: several in a row, and then none for long
// enough that a command gets through.
func (w *writers) run(name string, random *rand.Rand, ways []wayOfWriting, stop <-chan struct{}) {
	for n := 1; ; n++ {
		rest := upTo(random, w.rest)
		if random.IntN(4) > 0 {
			rest /= 50
		}
		select {
		case <-stop:
			return
		case <-time.After(rest):
		}
		w.turn(name, n, random, ways[random.IntN(len(ways))])
	}
}

// turn reads the file, changes what is the writer's own and writes all of it, as the
// client does, and any editor.
func (w *writers) turn(name string, n int, random *rand.Rand, way wayOfWriting) {
	w.mu.Lock()
	defer w.mu.Unlock()
	read := time.Now()
	content, err := os.ReadFile(w.path)
	if err != nil {
		w.Errorf("%s: %v", name, err)
		return
	}
	w.stands(content)
	if content, err = w.change(name, n, content); err != nil {
		w.Errorf("%s: %v", name, err)
		return
	}
	if way.name == "renamed" { // with the white space that the client writes
		content = []byte(gjson.GetBytes(content, `@pretty:{"sortKeys":false,"indent":"  ","width":0}`).Raw)
	}
	if random.IntN(4) == 0 {
		time.Sleep(upTo(random, w.gap/5)) // what neverask changes meanwhile is theirs to lose
	}
	if err := way.write(w, random, content); err != nil {
		w.Errorf("%s: %v", name, err)
	}
	w.writes[way.name]++
	w.turns = append(w.turns, turn{read, time.Now()})
}

// change puts the writer's count into the content, and now and then a permission rule
// and a hook.
func (w *writers) change(name string, n int, content []byte) ([]byte, error) {
	before := w.counts[name]
	rule, command := fmt.Sprintf("Bash(%s-%d)", name, n), fmt.Sprintf("true %s-%d", name, n)
	w.undo = func() {
		w.counts[name] = before
		delete(w.rules, rule)
		delete(w.hooks, command)
	}
	content, err := sjson.SetBytes(content, name, n)
	w.counts[name] = n
	if n%3 == 0 && err == nil {
		w.rules[rule] = true
		content, err = sjson.SetBytes(content, "permissions.allow.-1", rule)
	}
	if n%4 == 0 && len(w.hooks) < 30 && err == nil {
		w.hooks[command] = true
		matcher := []string{"Edit", "AskUserQuestion|Edit", "Bash"}[n/4%3]
		content, err = sjson.SetRawBytes(content, "hooks.PreToolUse.-1", fmt.Appendf(nil, `{"matcher":%q,"hooks":[{"type":"command","command":%q}]}`, matcher, command))
	}
	return content, err
}

// stands holds the file, while no other program writes it, against what they have
// written. What is missing must be kept by neverask; a person then does without it.
func (w *writers) stands(content []byte) {
	w.Helper()
	if !gjson.ValidBytes(content) {
		w.Errorf("the file is not valid: %q", content)
		return
	}
	missing := w.missing(content)
	if len(missing) == 0 {
		return
	}
	kept := ""
	names, _ := filepath.Glob(filepath.Join(w.replaced, "*"))
	for _, name := range names {
		if b, err := os.ReadFile(name); err == nil && gjson.ValidBytes(b) && len(w.missing(b)) == 0 {
			kept = name
		}
	}
	if kept == "" {
		w.Errorf("%s, and nothing is kept:\n%s", strings.Join(missing, ", "), content)
	}
	w.late[kept] = true
	w.undo()
	if missing := w.missing(content); len(missing) > 0 {
		w.Errorf("more than the last turn is lost: %s:\n%s", strings.Join(missing, ", "), content)
		clear(w.counts)
		clear(w.rules)
	}
}

// missing returns what a content lacks of what was written. Hooks may be parked.
func (w *writers) missing(content []byte) (missing []string) {
	for name, n := range w.counts {
		if got := gjson.GetBytes(content, name).Int(); got != int64(n) {
			missing = append(missing, fmt.Sprintf("%s is %d and not %d", name, got, n))
		}
	}
	allowed := map[string]int{}
	for _, rule := range gjson.GetBytes(content, "permissions.allow").Array() {
		allowed[rule.Str]++
	}
	for rule := range maps.Keys(w.rules) {
		if allowed[rule] != 1 {
			missing = append(missing, fmt.Sprintf("%s is there %d times", rule, allowed[rule]))
		}
	}
	return missing
}
