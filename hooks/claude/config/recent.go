package config

import (
	"slices"
	"sync"

	"neverask/settings"
)

// readings are the large documents that were read last. One change reads the same text a
// dozen times, for its plan, what it resolves, what it is about and what comes of it: with
// 2,000 hooks that was half of its time.
type readings struct {
	mu   sync.Mutex
	last [4]reading // the newest first
}

// reading is what is known of one text, as far as it was asked for.
type reading struct {
	text     string
	groups   []Group
	err      error
	read     bool
	rejected []Rejection
	checked  bool
}

// worthKeeping is the length from which a text is kept.
const worthKeeping = 16 << 10

var recent readings

// of is the reading of a document, which is the newest one then.
func (r *readings) of(doc settings.Document) *reading {
	text := doc.Bytes()
	if len(text) < worthKeeping {
		return &reading{}
	}
	i := slices.IndexFunc(r.last[:], func(k reading) bool { return k.text == string(text) })
	var found reading
	if i < 0 {
		i, found.text = len(r.last)-1, string(text)
	} else {
		found = r.last[i]
	}
	copy(r.last[1:], r.last[:i])
	r.last[0] = found
	return &r.last[0]
}

// read is [read] for the whole of a document. What it returns is the caller's own.
func (r *readings) read(doc settings.Document) ([]Group, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.of(doc)
	if !k.read {
		k.groups, k.err = read(doc, nil)
		k.read = true
	}
	return copied(k.groups), k.err
}

func (r *readings) rejected(doc settings.Document) []Rejection {
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.of(doc)
	if !k.checked {
		k.rejected, k.checked = rejected(doc), true
	}
	return slices.Clone(k.rejected)
}

// copied are groups with handlers of their own.
func copied(groups []Group) []Group {
	n := 0
	for _, g := range groups {
		n += len(g.Handlers)
	}
	handlers := make([]Handler, 0, n)
	out := slices.Clone(groups)
	for i, g := range out {
		from := len(handlers)
		handlers = append(handlers, g.Handlers...)
		if g.Handlers != nil {
			out[i].Handlers = handlers[from:len(handlers):len(handlers)]
		}
	}
	return out
}
