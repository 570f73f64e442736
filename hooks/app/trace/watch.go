package trace

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"neverask/hooks/thirdparty/outside"
	"neverask/settings/foreign"
)

// A Watcher follows one session.
type Watcher struct {
	config string // the client's configuration directory
	dir    string
	began  time.Time

	log      log
	sessions []string
	stop     chan struct{}
	done     sync.WaitGroup
}

// New makes the directory for the log of a session. config is the client's configuration
// directory.
func New(config string, now time.Time) (*Watcher, error) {
	dir, err := os.MkdirTemp("", "neverask-trace-")
	if err != nil {
		return nil, err
	}
	return &Watcher{config: config, dir: dir, began: now, stop: make(chan struct{})}, nil
}

// Close removes the log.
func (w *Watcher) Close() error { return os.RemoveAll(w.dir) }

func (w *Watcher) path() string { return filepath.Join(w.dir, "debug.log") }

// Args make the client write its debug log. They come before all others.
func (w *Watcher) Args() []string { return []string{"--debug-file", w.path()} }

// often is how often the log is looked at.
const often = 100 * time.Millisecond

// Watch follows the log of the client with this process ID, until Finish.
func (w *Watcher) Watch(pid int) {
	w.done.Go(func() {
		t := tail{path: w.path()}
		defer t.close()
		for last := false; ; {
			t.read(w.log.add)
			if id := outside.SessionOf(w.config, pid); id != "" && !slices.Contains(w.sessions, id) {
				w.sessions = append(w.sessions, id)
			}
			if last {
				return
			}
			select {
			case <-w.stop:
				last = true
			case <-time.After(often):
			}
		}
	})
}

// A tail reads the lines that are added to a file, also when it is renamed and begun
// anew, as the client does with a log that has become long.
type tail struct {
	path string
	f    *os.File
	r    *bufio.Reader
	part []byte // of a line
}

func (t *tail) close() {
	if t.f != nil {
		t.f.Close()
	}
}

// read hands over the lines that are whole by now.
func (t *tail) read(line func(string)) {
	for {
		if t.f == nil && !t.open() {
			return
		}
		t.drain(line)
		there, err := os.Stat(t.path)
		here, errHere := t.f.Stat()
		if err != nil && !errors.Is(err, fs.ErrNotExist) || errHere != nil || err == nil && os.SameFile(there, here) {
			return
		}
		// Between the last line and the new name there may have been more.
		t.drain(line)
		t.f.Close()
		t.f, t.part = nil, nil
		if err != nil {
			return
		}
	}
}

func (t *tail) open() bool {
	f, err := foreign.Open(t.path)
	if err != nil {
		return false // there is none yet
	}
	t.f, t.r = f, bufio.NewReaderSize(f, 64<<10)
	return true
}

// maxLine is how much of a line is kept.
const maxLine = 1 << 20

func (t *tail) drain(line func(string)) {
	for {
		b, err := t.r.ReadSlice('\n')
		if len(t.part)+len(b) <= maxLine {
			t.part = append(t.part, b...)
		}
		switch {
		case err == nil:
			line(strings.TrimSuffix(string(t.part), "\n"))
			t.part = t.part[:0]
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return
		default:
			return
		}
	}
}
