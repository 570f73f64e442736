package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Pending is a directory of calls that wait for their result: one file a call,
// named by a hash of the session and the call. A second, empty file says that the
// call's result has been recorded; it keeps hooks that are registered twice from
// recording it twice.
type Pending struct{ Dir string }

// pendingAge is how long a call may wait. A session that sleeps over night must
// still find its questions.
const pendingAge = 24 * time.Hour

const (
	waiting  = ".json"
	recorded = ".done"
)

func (p Pending) file(session, call, suffix string) string {
	return filepath.Join(p.Dir, hashName(session+"\x00"+call)+suffix)
}

// Put keeps what is known of a call until its result arrives. The first content
// stays when there is one already.
func (p Pending) Put(session, call string, content []byte) error {
	f, err := p.create(p.file(session, call, waiting))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Get returns what is known of a call. The error is fs.ErrNotExist when nothing
// is, or no longer.
func (p Pending) Get(session, call string) ([]byte, error) {
	return os.ReadFile(p.file(session, call, waiting))
}

// Claim reports whether the caller is the one to record the result of a call,
// and forgets the call. It is true once for each call.
func (p Pending) Claim(session, call string) (bool, error) {
	f, err := p.create(p.file(session, call, recorded))
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	f.Close()
	os.Remove(p.file(session, call, waiting))
	return true, nil
}

// create makes a new file, and the directory if need be.
func (p Pending) create(name string) (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	f, err := os.OpenFile(name, flags, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(p.Dir, 0o700); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(name, flags, 0o600)
	}
	return f, err
}

// Sweep removes, at most once a day, what is older than a day, and hands the
// calls that never got a result to lost, each to one process alone.
func (p Pending) Sweep(now time.Time, lost func(content []byte)) {
	stamp := filepath.Join(p.Dir, "swept")
	info, err := os.Stat(stamp)
	if err == nil && now.Sub(info.ModTime()).Abs() < pendingAge {
		return
	}
	if os.WriteFile(stamp, nil, 0o600) != nil || os.Chtimes(stamp, now, now) != nil {
		return
	}
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || now.Sub(info.ModTime()) < pendingAge {
			continue
		}
		name := filepath.Join(p.Dir, e.Name())
		switch {
		case strings.HasSuffix(e.Name(), recorded):
			os.Remove(name)
		case strings.HasSuffix(e.Name(), waiting):
			content, err := os.ReadFile(name)
			if removed := os.Remove(name); err == nil && removed == nil {
				lost(content)
			}
		}
	}
}
