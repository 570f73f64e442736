package eventlog

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/settings/ownfile"
)

// ActivityLog is the record of what Claude's tools did: a directory that has a directory for
// each day (in UTC), with one file per session.
type ActivityLog struct {
	Dir    string
	MaxDay int64 // bytes per day; a session counts in steps of 16 KiB
	Days   int   // how many are kept, today included, counted from the last one with records
}

// The bounds of the record.
const (
	activityMaxDay = 64 << 20
	activityDays   = 30
	activityStep   = 16 << 10 // how much a file grows before its day is measured again
)

// The other files in a day's directory.
const (
	activitySuffix = ".jsonl"
	fullName       = "full" // exists when no line may be added
)

// ErrDayFull says that a day takes no more lines.
var ErrDayFull = errors.New("the activity record of the day is full")

// OpenActivity returns the record in a directory. It touches no file.
func OpenActivity(dir string) ActivityLog {
	return ActivityLog{Dir: dir, MaxDay: activityMaxDay, Days: activityDays}
}

// Append adds a record to the file of its session and day, with one write per line. The first
// record of a day removes the days that are too old. Once a day is full, its records are
// dropped; only the first of them returns ErrDayFull.
func (l ActivityLog) Append(a Activity) error {
	now := time.Unix(0, a.Time)
	day := filepath.Join(l.Dir, now.UTC().Format(dayLayout))
	f, fresh, err := l.open(day, sessionFile(a.Session))
	if err != nil {
		return err
	}
	defer f.Close()
	if fresh {
		err = l.prune(now)
	}
	for _, line := range a.Lines() {
		if adding := l.add(f, day, line); adding != nil {
			return errors.Join(err, adding)
		}
	}
	return err
}

// open opens the file of a session. newDay reports that this process made the directory of the
// day.
func (l ActivityLog) open(day, name string) (f *os.File, newDay bool, err error) {
	name = filepath.Join(day, name)
	f, err = ownfile.Append(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, false, err
	}
	if err := os.MkdirAll(l.Dir, 0o700); err != nil {
		return nil, false, err
	}
	err = os.Mkdir(day, 0o700)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, false, err
	}
	newDay = err == nil
	f, err = ownfile.Append(name)
	return f, newDay, err
}

// add writes one line, unless the day is full.
func (l ActivityLog) add(f *os.File, day string, line []byte) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	full := filepath.Join(day, fullName)
	if size == 0 || size/activityStep != (size+int64(len(line))+2)/activityStep {
		// This line begins a step; the day must have room for it.
		if total, err := measure(day); err != nil {
			return err
		} else if size > 0 && total+activityStep > l.MaxDay || total > l.MaxDay {
			return closeDay(full)
		}
	}
	if _, err := os.Lstat(full); err == nil {
		return nil
	}
	out := make([]byte, 0, len(line)+2)
	if endsInsideLine(f, size) {
		out = append(out, '\n')
	}
	_, err = f.Write(append(append(out, line...), '\n'))
	return err
}

// measure adds up a day, with every file rounded up to the end of its step: it may grow that
// far before it is measured again.
func measure(day string) (total int64, err error) {
	entries, err := os.ReadDir(day)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && isSessionFile(e.Name()) {
			total += (info.Size()/activityStep + 1) * activityStep
		}
	}
	return total, err
}

// closeDay marks a day as full, and returns ErrDayFull to the process that does so.
func closeDay(mark string) error {
	f, err := os.OpenFile(mark, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f.Close()
	return ErrDayFull
}

// sessionFile is the name of a session's file: the client's name for the session, or a hash if
// that is not a plain file name on every system.
func sessionFile(session string) string {
	if !isPlain(session) {
		session = "hash-" + hashName(session)
	}
	return session + activitySuffix
}

// isPlain reports whether a session has a name like a UUID. The names that Windows reserves
// are shorter.
func isPlain(session string) bool {
	if len(session) < 8 || len(session) > maxID {
		return false
	}
	for _, c := range []byte(session) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return session[0] != '-'
}

func isSessionFile(name string) bool {
	session, ok := strings.CutSuffix(name, activitySuffix)
	return ok && isPlain(session)
}

// prune removes the days that are too old. It removes only files that this package writes, and
// leaves links alone.
func (l ActivityLog) prune(now time.Time) error {
	root, err := os.OpenRoot(l.Dir) // no link leads out of it
	if err != nil {
		return err
	}
	defer root.Close()
	days, err := os.ReadDir(l.Dir)
	oldest := l.oldest(now, days)
	for _, day := range days {
		if day.IsDir() && isDay(day.Name()) && day.Name() < oldest {
			err = errors.Join(err, removeDay(root, day.Name()))
		}
	}
	return err
}

// oldest is the first day that is kept, counted from the last recorded day before today, so
// that one wrong clock does not delete the whole record.
func (l ActivityLog) oldest(now time.Time, days []fs.DirEntry) string {
	today := now.UTC().Format(dayLayout)
	for _, day := range slices.Backward(days) { // they are sorted
		if last, err := time.Parse(dayLayout, day.Name()); err == nil && day.Name() < today {
			return last.AddDate(0, 0, 2-l.Days).Format(dayLayout)
		}
	}
	return today
}

func isDay(name string) bool {
	_, err := time.Parse(dayLayout, name)
	return err == nil
}

// removeDay removes our files from a day's directory, and the directory if nothing else is in
// it.
func removeDay(root *os.Root, day string) error {
	dir, err := root.Open(day)
	if err != nil {
		return err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return err
	}
	foreign := false
	for _, e := range entries {
		if !e.Type().IsRegular() || !isSessionFile(e.Name()) && e.Name() != fullName {
			foreign = true
			continue
		}
		if err := root.Remove(filepath.Join(day, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if foreign {
		return nil
	}
	return root.Remove(day)
}

// ActivityFile is the record of one session on one day.
type ActivityFile struct {
	Day  string // as in 2026-11-21
	Path string
	Size int64 // when listed; a running session adds to it
}

// Files returns the files from the day of since on, by day and name. A record that does not
// exist has none.
func (l ActivityLog) Files(since time.Time) ([]ActivityFile, error) {
	days, err := os.ReadDir(l.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	first := since.UTC().Format(dayLayout)
	var files []ActivityFile
	for _, day := range days {
		if !day.IsDir() || !isDay(day.Name()) || day.Name() < first {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(l.Dir, day.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read the activity record: %w", err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err == nil && info.Mode().IsRegular() && isSessionFile(e.Name()) {
				files = append(files, ActivityFile{day.Name(), filepath.Join(l.Dir, day.Name(), e.Name()), info.Size()})
			}
		}
	}
	return files, nil
}

// Activities yields the records of a file in the order they were written. Unreadable lines are
// skipped.
func (f ActivityFile) Activities() iter.Seq[Activity] {
	return func(yield func(Activity) bool) {
		readLines(f.Path, func(line []byte) bool {
			a, err := ParseActivity(line)
			return err != nil || yield(a)
		})
	}
}
