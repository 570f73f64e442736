package question

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math/bits"
	"slices"

	"neverask/hooks"
)

// Lookup is a preferences file made ready for finding the few rules that can
// match a question. It is kept in a file beside the records, so that a hook need
// not read a thousand rules to find one; the file holds a copy of the preferences
// it was made from, and counts only while the two are equal.
//
// Layout, all numbers little endian: the magic line; a checksum of all that
// follows up to the copy; the lengths of the copy, of the settings and of the
// stamp and the number of entries; the stamp; entries of 16 bytes (key, offset
// and length of the rule, or of the trusted proposal with it, in the copy, and
// its checksum), sorted; the settings as
// JSON; the copy.
type Lookup struct {
	source   io.ReaderAt // of the whole lookup
	copyAt   int64       // where the copy starts
	entries  []byte
	settings Preferences
	stamp    string
	err      error
}

// lookupMagic changes whenever the layout, the keys, the fingerprints or the members of
// a rule do.
const lookupMagic = "neverask lookup 4\n"

const (
	headerSize = int64(len(lookupMagic) + 8 + 4*4)
	entrySize  = 16
)

// ErrLookup is returned for a lookup file that is damaged, of another version,
// or made from other preferences.
var ErrLookup = errors.New("not a lookup of these preferences")

// Source is a file of preferences.
type Source struct {
	Content io.ReaderAt
	Size    int64
	// Stamp changes whenever the content does. It is "" when nothing but the
	// content itself can tell.
	Stamp string
}

// Compile makes the lookup of a preferences file and returns it with its bytes,
// which [OpenLookup] reads. The stamp is that of the [Source]. Problems and error
// are those of [ParsePreferences].
func Compile(preferences []byte, stamp string) (l *Lookup, file []byte, problems []Problem, err error) {
	f, err := readFile(preferences)
	if err != nil {
		return nil, nil, nil, err
	}
	shift := len(preferences) - len(f.document)
	entries := make([]entry, 0, len(f.rules))
	add := func(r Rule, offset, length int) {
		at := shift + offset
		entries = append(entries, entry{r.key(), uint32(at), uint32(length), uint32(checksum(preferences[at:][:length]))})
	}
	for _, r := range f.rules {
		add(r.Rule, r.offset, r.length)
	}
	// The rules of a project cannot be read without the project and its
	// content, so each entry holds the whole.
	for _, t := range f.trusted {
		for _, r := range t.Rules() {
			add(r, t.offset, t.length)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.offset, b.offset))
	})
	settings := f.settings.settingsJSON()
	out := make([]byte, 0, int(headerSize)+len(stamp)+entrySize*len(entries)+len(settings)+len(preferences))
	out = append(out, lookupMagic...)
	out = binary.LittleEndian.AppendUint64(out, 0)
	for _, n := range [...]int{len(preferences), len(settings), len(stamp), len(entries)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	out = append(out, stamp...)
	for _, e := range entries {
		for _, n := range [...]uint32{e.key, e.offset, e.length, e.sum} {
			out = binary.LittleEndian.AppendUint32(out, n)
		}
	}
	out = append(out, settings...)
	binary.LittleEndian.PutUint64(out[len(lookupMagic):], checksum(out[len(lookupMagic)+8:]))
	out = append(out, preferences...)
	l, err = OpenLookup(bytes.NewReader(out), int64(len(out)), Source{bytes.NewReader(preferences), int64(len(preferences)), stamp})
	return l, out, f.problems, err
}

type entry struct {
	key            uint32
	offset, length uint32
	sum            uint32 // of the rule
}

// OpenLookup reads a lookup file of the given size. It returns [ErrLookup] unless
// the file is whole and was made from these very preferences: either both have
// the same stamp, or every byte is compared. The lookup goes on reading from its
// file; it needs the preferences no more.
func OpenLookup(file io.ReaderAt, size int64, preferences Source) (*Lookup, error) {
	var header [headerSize]byte
	if n, _ := file.ReadAt(header[:], 0); int64(n) < headerSize || string(header[:len(lookupMagic)]) != lookupMagic {
		return nil, ErrLookup
	}
	fields := header[len(lookupMagic):]
	sum := binary.LittleEndian.Uint64(fields)
	lengths := fields[8:]
	var length [4]int64
	for i := range length {
		length[i] = int64(binary.LittleEndian.Uint32(lengths[4*i:]))
	}
	copied, settings, stamp, entries := length[0], length[1], length[2], length[3]*entrySize
	body := stamp + entries + settings
	if copied != preferences.Size || size != headerSize+body+copied {
		return nil, ErrLookup
	}
	index := make([]byte, int64(len(lengths))+body)
	copy(index, lengths)
	if n, _ := file.ReadAt(index[len(lengths):], headerSize); int64(n) < body || checksum(index) != sum {
		return nil, ErrLookup
	}
	index = index[len(lengths):]
	l := &Lookup{
		source: file, copyAt: size - copied,
		stamp: string(index[:stamp]), entries: index[stamp : stamp+entries],
	}
	l.settings = Preferences{Version: Version}
	if settings > 0 {
		f, err := readFile(index[stamp+entries:])
		if err != nil {
			return nil, ErrLookup
		}
		l.settings = f.settings
	}
	sameStamp := l.stamp != "" && l.stamp == preferences.Stamp
	if !sameStamp && !sameBytes(preferences.Content, file, l.copyAt, copied) {
		return nil, ErrLookup
	}
	return l, nil
}

// Stamp returns the stamp the lookup was compiled with.
func (l *Lookup) Stamp() string { return l.stamp }

// sameBytes compares n bytes of two files, a piece at a time: touching fresh
// memory costs a short-lived process more than reading twice.
func sameBytes(a, b io.ReaderAt, bAt, n int64) bool {
	const piece = 32 << 10
	buf := make([]byte, 2*min(piece, n))
	for at := int64(0); at < n; at += piece {
		k := min(piece, n-at)
		x, y := buf[:k], buf[k:2*k]
		if i, _ := a.ReadAt(x, at); int64(i) < k {
			return false
		}
		if i, _ := b.ReadAt(y, bAt+at); int64(i) < k || !bytes.Equal(x, y) {
			return false
		}
	}
	return true
}

// Settings returns the preferences without their rules.
func (l *Lookup) Settings() Preferences { return l.settings }

// Err returns the first error that [Lookup.For] met. What was decided before must
// not be used then: a rule that cannot be read may be one that says to ask.
func (l *Lookup) Err() error { return l.err }

// For returns the rules filed under the question's keys, in file order.
func (l *Lookup) For(c Call, q Question, id Identity) []Rule {
	var few [32]int
	found := few[:0]
	n := len(l.entries) / entrySize
	wanted := keys(c, q, id)
	for _, key := range wanted {
		low, high := 0, n
		for low < high {
			if mid := (low + high) / 2; l.key(mid) < key {
				low = mid + 1
			} else {
				high = mid
			}
		}
		for ; low < n && l.key(low) == key; low++ {
			found = append(found, low)
		}
	}
	if len(found) == 0 {
		return nil
	}
	slices.SortFunc(found, func(a, b int) int { return l.offset(a) - l.offset(b) })
	found = slices.CompactFunc(found, func(a, b int) bool { return l.offset(a) == l.offset(b) })
	rules := make([]Rule, 0, len(found))
	for _, entry := range found {
		more, err := l.rules(entry, wanted[:])
		if err != nil {
			l.err = err
			return nil
		}
		rules = append(rules, more...)
	}
	return rules
}

func (l *Lookup) key(i int) uint32 {
	return binary.LittleEndian.Uint32(l.entries[i*entrySize:])
}

func (l *Lookup) offset(i int) int {
	return int(binary.LittleEndian.Uint32(l.entries[i*entrySize+4:]))
}

// rules reads what Compile has found good: one rule, or those of a proposal that
// are filed under one of the keys.
func (l *Lookup) rules(i int, wanted []uint32) ([]Rule, error) {
	e := l.entries[i*entrySize:]
	text := make([]byte, binary.LittleEndian.Uint32(e[8:]))
	if n, err := l.source.ReadAt(text, l.copyAt+int64(l.offset(i))); n < len(text) {
		return nil, err
	}
	if uint32(checksum(text)) != binary.LittleEndian.Uint32(e[12:]) {
		return nil, ErrLookup
	}
	v, err := hooks.Parse(text)
	if err != nil {
		return nil, err
	}
	if v.Get("content").Kind() != hooks.Absent {
		t, _ := readTrusted(v)
		return slices.DeleteFunc(t.Rules(), func(r Rule) bool { return !slices.Contains(wanted, r.key()) }), nil
	}
	r, problem := readRule(v)
	if problem != nil {
		return nil, ErrLookup
	}
	if r.ID == "" {
		r.ID = r.NewID()
	}
	return []Rule{r}, nil
}

// settingsJSON writes the preferences without their rules, and nothing when there
// is nothing else.
func (p Preferences) settingsJSON() []byte {
	if p.Partial == "" && p.Session == "" && len(p.MCP) == 0 {
		return nil
	}
	var w hooks.Writer
	w.Begin('{')
	w.Name("version").Int(int64(p.Version))
	w.Text("partial", string(p.Partial))
	w.Text("session", string(p.Session))
	if len(p.MCP) > 0 {
		w.Name("mcp").Begin('{')
		for _, server := range slices.Sorted(maps.Keys(p.MCP)) {
			w.Text(server, string(p.MCP[server]))
		}
		w.End('}')
	}
	w.End('}')
	return w.Bytes()
}

// checksum finds accidental damage. Two sums run side by side, since each step of
// one waits for the step before. A change in the last bytes has only reached the
// upper half of the sums when they end, so the end mixes that into the lower half,
// which is all that a rule's checksum keeps.
func checksum(b []byte) uint64 {
	const prime = 1099511628211
	x, y := uint64(14695981039346656037), uint64(len(b))
	for ; len(b) >= 16; b = b[16:] {
		x = (x ^ binary.LittleEndian.Uint64(b)) * prime
		x ^= x >> 29
		y = (y ^ binary.LittleEndian.Uint64(b[8:])) * prime
		y ^= y >> 29
	}
	for _, c := range b {
		x = (x ^ uint64(c)) * prime
	}
	x ^= bits.RotateLeft64(y, 32)
	for range 2 {
		x ^= x >> 33
		x *= 0xff51afd7ed558ccd // odd and well mixed, so that no bit is lost: MurmurHash3's
	}
	return x ^ x>>33
}
