package question

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"neverask/hooks"
)

// Lookup is a preferences file made ready for finding the few rules that can
// match a question. Its bytes are kept in a file beside the records, so that a
// hook need not read a thousand rules to find one; the file holds a copy of the
// preferences it was made from, and counts only while the two are equal.
//
// Layout, all numbers little endian: the magic line; a checksum of all that
// follows up to the copy; the length of the copy, the number of entries and the
// length of the settings; entries of 16 bytes (key, offset and length of the
// rule in the copy), sorted; the settings as JSON; the copy.
type Lookup struct {
	bytes       []byte
	preferences []byte
	entries     []byte
	settings    Preferences
}

// lookupMagic changes whenever the layout, the keys or the fingerprints do.
const lookupMagic = "neverask lookup 1\n"

const (
	headerSize = len(lookupMagic) + 8 + 12
	entrySize  = 16
)

// ErrLookup is returned for bytes that are not a lookup of this version.
var ErrLookup = errors.New("not a lookup of these preferences")

// Compile makes the lookup of a preferences file. Problems and error are those of
// [ParsePreferences].
func Compile(preferences []byte) (*Lookup, []Problem, error) {
	f, err := readFile(preferences)
	if err != nil {
		return nil, nil, err
	}
	type entry struct {
		key            uint64
		offset, length uint32
	}
	shift := len(preferences) - len(f.document)
	entries := make([]entry, len(f.rules))
	for i, r := range f.rules {
		entries[i] = entry{r.key(), uint32(shift + r.offset), uint32(r.length)}
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		switch {
		case a.key < b.key:
			return -1
		case a.key > b.key:
			return 1
		}
		return 0
	})
	settings := f.settings.settingsJSON()
	out := make([]byte, 0, headerSize+entrySize*len(entries)+len(settings)+len(preferences))
	out = append(out, lookupMagic...)
	out = binary.LittleEndian.AppendUint64(out, 0)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(preferences)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(entries)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(settings)))
	for _, e := range entries {
		out = binary.LittleEndian.AppendUint64(out, e.key)
		out = binary.LittleEndian.AppendUint32(out, e.offset)
		out = binary.LittleEndian.AppendUint32(out, e.length)
	}
	out = append(out, settings...)
	binary.LittleEndian.PutUint64(out[len(lookupMagic):], checksum(out[len(lookupMagic)+8:]))
	out = append(out, preferences...)
	l, err := OpenLookup(out, preferences)
	return l, f.problems, err
}

// OpenLookup reads the bytes of a lookup file. It returns [ErrLookup] when they
// are damaged, of another version, or made from other preferences.
func OpenLookup(b, preferences []byte) (*Lookup, error) {
	if len(b) < headerSize || string(b[:len(lookupMagic)]) != lookupMagic {
		return nil, ErrLookup
	}
	rest := b[len(lookupMagic):]
	sum := binary.LittleEndian.Uint64(rest)
	size := int(binary.LittleEndian.Uint32(rest[8:]))
	entries := int(binary.LittleEndian.Uint32(rest[12:])) * entrySize
	settings := int(binary.LittleEndian.Uint32(rest[16:]))
	if size != len(preferences) || len(b) != headerSize+entries+settings+size {
		return nil, ErrLookup
	}
	if checksum(b[len(lookupMagic)+8:len(b)-size]) != sum || !bytes.Equal(b[len(b)-size:], preferences) {
		return nil, ErrLookup
	}
	l := &Lookup{bytes: b, preferences: preferences, entries: b[headerSize : headerSize+entries]}
	f, err := readFile(b[headerSize+entries : headerSize+entries+settings])
	if err != nil {
		return nil, ErrLookup
	}
	l.settings = f.settings
	return l, nil
}

// Bytes returns what [OpenLookup] reads.
func (l *Lookup) Bytes() []byte { return l.bytes }

// Settings returns the preferences without their rules.
func (l *Lookup) Settings() Preferences { return l.settings }

// For returns the rules filed under the question's keys, in file order.
func (l *Lookup) For(c Call, q Question, id Identity) []Rule {
	var offsets []int
	n := len(l.entries) / entrySize
	for _, key := range keys(c, q, id) {
		low, high := 0, n
		for low < high {
			if mid := (low + high) / 2; l.key(mid) < key {
				low = mid + 1
			} else {
				high = mid
			}
		}
		for ; low < n && l.key(low) == key; low++ {
			offsets = append(offsets, low)
		}
	}
	slices.SortFunc(offsets, func(a, b int) int { return l.offset(a) - l.offset(b) })
	rules := make([]Rule, 0, len(offsets))
	for _, i := range slices.Compact(offsets) {
		rules = append(rules, l.rule(i))
	}
	return rules
}

func (l *Lookup) key(i int) uint64 {
	return binary.LittleEndian.Uint64(l.entries[i*entrySize:])
}

func (l *Lookup) offset(i int) int {
	return int(binary.LittleEndian.Uint32(l.entries[i*entrySize+8:]))
}

// rule reads one rule that Compile has found good.
func (l *Lookup) rule(i int) Rule {
	length := int(binary.LittleEndian.Uint32(l.entries[i*entrySize+12:]))
	v, err := hooks.Parse(l.preferences[l.offset(i):][:length])
	r, problem := readRule(v)
	if err != nil || problem != nil {
		// The checksum and the copy have matched, so this is another program's
		// rule format under our magic. A missing rule could be an always-ask.
		panic("question: a lookup that matches its preferences holds a broken rule")
	}
	if r.ID == "" {
		r.ID = r.NewID()
	}
	return r
}

// settingsJSON writes the preferences without their rules.
func (p Preferences) settingsJSON() []byte {
	var out, mcp hooks.ObjectBuilder
	version, _ := hooks.Parse([]byte{'0' + byte(p.Version)})
	out.Set("version", version)
	out.SetString("partial", string(p.Partial))
	out.SetString("session", string(p.Session))
	for _, server := range slices.Sorted(maps.Keys(p.MCP)) {
		mcp.SetString(server, string(p.MCP[server]))
	}
	if !mcp.Empty() {
		out.Set("mcp", mcp.Value())
	}
	return out.Value().Raw()
}

// checksum finds accidental damage.
func checksum(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for ; len(b) >= 8; b = b[8:] {
		h ^= binary.LittleEndian.Uint64(b)
		h *= 1099511628211
		h ^= h >> 29
	}
	for _, c := range b {
		h ^= uint64(c)
		h *= 1099511628211
	}
	return h
}
