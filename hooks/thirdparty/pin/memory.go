package pin

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/foreign"
	"neverask/settings/ownfile"
)

// What is kept of one place of hooks: the last hooks that were seen, and their texts as
// far as they have room.
const (
	maxEntries = 2000
	maxTexts   = 4 << 20
	maxMemory  = 64 << 20 // is read
)

// memory is what was seen of the hooks of one place, the last at the end.
type memory struct {
	Source  string            `json:"source"`
	Entries []entry           `json:"hooks"`
	Texts   map[string]string `json:"texts,omitempty"` // by digest
}

// entry is a hook that was seen.
type entry struct {
	Event   string    `json:"event"`
	Matcher string    `json:"matcher"`
	Handler string    `json:"handler"` // its JSON text, spelled in one way
	Seen    time.Time `json:"seen"`
	Files   []pinned  `json:"files,omitempty"`

	runs   string // the beginning of that
	there  bool   // of what was seen: the settings still say so
	before *entry // of a hook that is reviewed: what was seen in its place
}

// pinned is a file as it was seen.
type pinned struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // empty when it could not be read
	Size   int64  `json:"size"`
}

// handler is what the settings say of a hook.
func (e entry) handler() string { return e.Event + "\x00" + e.Matcher + "\x00" + e.Handler }

// says reports whether two say the same in the settings.
func (e entry) says(o entry) bool {
	return e.Handler == o.Handler && e.Event == o.Event && e.Matcher == o.Matcher
}

// same reports whether two are alike in what they say and run, wherever their files are.
func (e entry) same(o entry) bool {
	return e.says(o) && slices.EqualFunc(e.Files, o.Files, func(a, b pinned) bool {
		return filepath.Base(a.Name) == filepath.Base(b.Name) && a.Digest == b.Digest && a.Size == b.Size
	})
}

// like says how much what was seen is like a hook that is there now; 0 when the one did
// not become the other.
func (e entry) like(now entry) (score int) {
	sameFile := len(now.Files) > 0 && len(e.Files) > 0 && e.Files[0].Name == now.Files[0].Name
	switch {
	case e.says(now) && (sameFile || len(e.Files) == 0 || len(now.Files) == 0):
		return 4
	case e.says(now), e.there, e.Event != now.Event:
		return 0 // the same words run another file in another place
	}
	if sameFile {
		score += 2
	}
	if e.Matcher == now.Matcher {
		score++
	}
	if e.runs == now.runs {
		score++
	}
	return max(0, score-1)
}

// program is the beginning of what a handler runs.
func program(handler string) string {
	var h struct{ Type, Command string }
	_ = json.Unmarshal([]byte(handler), &h) // else it runs nothing
	return h.Type + " " + append(strings.Fields(h.Command), "")[0]
}

// add notes that a hook was seen.
func (m *memory) add(r Review, now time.Time) {
	e := r.entry
	e.Seen, e.before = now, nil
	m.Entries = append(slices.DeleteFunc(m.Entries, e.same), e)
	m.Entries = m.Entries[max(0, len(m.Entries)-maxEntries):]
	for _, f := range r.Files {
		if f.Text != nil && f.Digest != "" {
			m.Texts[f.Digest] = *f.Text
		}
	}
}

// trim drops texts that nothing names any more, and the oldest where there are too many.
func (m *memory) trim() {
	texts, room := map[string]string{}, maxTexts
	for _, e := range slices.Backward(m.Entries) {
		for _, f := range e.Files {
			text, kept := m.Texts[f.Digest]
			if _, known := texts[f.Digest]; kept && !known && len(text) <= room {
				texts[f.Digest] = text
				room -= len(text)
			}
		}
	}
	m.Texts = texts
}

func (b *Book) file(source string) string {
	return filepath.Join(b.dir, settings.Digest([]byte(source))[:16]+".json")
}

// recall reads what was seen of the places of hooks. What cannot be read counts as
// nothing, and is an error.
func (b *Book) recall(all []config.Hook) (map[string]memory, error) {
	found := map[string]memory{}
	var errs []error
	names := names{}
	for _, h := range all {
		source := names.source(h.Source)
		if _, known := found[source]; known {
			continue
		}
		m, err := b.read(source)
		errs = append(errs, err)
		found[source] = m
	}
	return found, errors.Join(errs...)
}

func (b *Book) read(source string) (memory, error) {
	empty := memory{Source: source, Texts: map[string]string{}}
	text, err := foreign.ReadFile(b.file(source), maxMemory)
	if errors.Is(err, fs.ErrNotExist) {
		return empty, nil
	}
	m := empty
	if err == nil {
		if err = json.Unmarshal(text, &m); err != nil {
			err = fmt.Errorf("%s: %w; remove the file, and its hooks count as not seen", b.file(source), err)
		}
	}
	if err != nil || m.Source != source {
		return empty, err
	}
	return m, nil
}

func (b *Book) write(m memory) error {
	m.trim()
	text, err := json.Marshal(m)
	if err == nil {
		err = os.MkdirAll(b.dir, 0o700)
	}
	if err != nil {
		return err
	}
	return ownfile.Write(b.file(m.Source), text, 0o600)
}

// indented lays a JSON text out for reading.
func indented(text string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}

// A File is a program or a script that a hook runs.
type File struct {
	Path   string
	Digest string // SHA-256 in hexadecimal; empty when it could not be read
	Size   int64
	Text   *string // all of a text of at most 64 KB, else nil
	Err    error   // why it could not be read
}

// What is read of one file, and of all files together, and what of a text is kept.
const (
	maxFile = 32 << 20
	maxRead = 256 << 20
	maxText = 64 << 10
	maxHeld = 32 << 20 // of texts, while they are reviewed
)

// reader reads each file once.
type reader struct {
	files      map[string]File
	left, held int64
}

func newReader() *reader { return &reader{map[string]File{}, maxRead, maxHeld} }

func (r *reader) file(path string) File {
	f, known := r.files[path]
	if known {
		return f
	}
	f = File{Path: path, Size: foreign.StampOf(path).Size}
	if r.left <= 0 {
		f.Err = &fs.PathError{Op: "read", Path: path, Err: foreign.ErrSpent}
		return f
	}
	sum, text := sha256.New(), []byte{}
	read := int64(0)
	f.Err = foreign.ReadPieces(path, cmp.Or(min(maxFile, r.left), 1), func(piece []byte) {
		sum.Write(piece)
		read += int64(len(piece))
		if len(text) <= maxText {
			text = append(text, piece...)
		}
	})
	r.left -= max(read, 512)
	if f.Err == nil {
		f.Digest = hex.EncodeToString(sum.Sum(nil))
		if len(text) <= maxText && int64(len(text)) <= r.held && !bytes.Contains(text, []byte{0}) {
			s := string(text)
			f.Text = &s
			r.held -= int64(len(text))
		}
	}
	r.files[path] = f
	return f
}
