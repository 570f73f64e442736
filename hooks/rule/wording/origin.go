package wording

// origin records where each byte comes from while a text becomes a fingerprint, in passes that each replace parts of
// the previous result. A nil origin records nothing.
type origin struct {
	of    []place // the input of the current pass, by byte
	next  []place // the output of the current pass, by byte
	at    int     // how many bytes it has read
	slots int32
}

// place is the part of the text that a byte comes from.
type place struct {
	start, end int32
	slot       int32 // the number of its placeholder, or 0
}

func newOrigin(text string) *origin {
	o := &origin{of: make([]place, len(text))}
	for i := range o.of {
		o.of[i] = place{start: int32(i), end: int32(i + 1)}
	}
	return o
}

// put says that s stands for what is read next.
func (o *origin) put(s, read string) {
	if o == nil || s == read {
		o.keep(len(read))
		return
	}
	n := len(read)
	of := o.of[o.at : o.at+n]
	o.at += n
	whole := place{}
	switch {
	case n > 0:
		whole.start, whole.end = of[0].start, of[n-1].end
	case len(o.next) > 0:
		whole.start, whole.end = o.next[len(o.next)-1].end, o.next[len(o.next)-1].end
	}
	if placeholder(s) == s && s != "" {
		o.slots++
		whole.slot = o.slots
	}
	for range len(s) {
		o.next = append(o.next, whole)
	}
}

// keep says that the next n bytes stay.
func (o *origin) keep(n int) {
	if o != nil {
		o.next = append(o.next, o.of[o.at:o.at+n]...)
		o.at += n
	}
}

// skip says that nothing stands for the next n bytes.
func (o *origin) skip(n int) {
	if o != nil {
		o.at += n
	}
}

// pass ends a pass.
func (o *origin) pass() {
	if o != nil {
		o.of, o.next, o.at = o.next, o.of[:0], 0
	}
}

// isWhole reports whether exactly the bytes from i to j belong to a placeholder.
func (o *origin) isWhole(slot int32, i, j int) bool {
	if slot == 0 || j < len(o.of) && o.of[j].slot == slot {
		return false
	}
	for _, s := range o.of[i:j] {
		if s.slot != slot {
			return false
		}
	}
	return true
}
