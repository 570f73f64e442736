package settings

import "slices"

// Contents returns what was in a file before and after a change. ok is false
// when one of the two can no longer be told: backups are kept for a while only.
// A file that was not there is nil.
func (s *Store) Contents(r Receipt) (before, after []byte, ok bool) {
	all, err := s.History()
	if err != nil {
		return nil, nil, false
	}
	return s.contents(r, all)
}

func (s *Store) contents(r Receipt, all []Receipt) (before, after []byte, ok bool) {
	if before, ok = s.Before(r); !ok {
		return nil, nil, false
	}
	after, ok = s.after(r, before, all)
	return before, after, ok
}

// after finds the content that a change left: by doing the edits of a change again that left
// the same, as what a later change replaced, or in the file.
func (s *Store) after(r Receipt, before []byte, all []Receipt) ([]byte, bool) {
	if r.After == "" {
		return nil, true
	}
	if b, ok := r.remade(before); ok {
		return b, true
	}
	for _, q := range all {
		if q.Target != r.Target || q.Before != r.After && q.After != r.After {
			continue
		}
		before, ok := s.Before(q)
		if ok && q.Before != r.After {
			before, ok = q.remade(before)
		}
		if ok {
			return before, true
		}
	}
	b, err := s.disk.ReadFile(r.Target)
	return b, err == nil && Digest(b) == r.After
}

// remade does the edits of a change again; ok is false where they do not lead to what it left,
// as when it made a file again that was deleted.
func (r Receipt) remade(before []byte) (after []byte, ok bool) {
	doc, err := Parse(before)
	for _, e := range r.Edits {
		if err != nil {
			break
		}
		doc, err = doc.Do(e)
	}
	if err != nil {
		return nil, false
	}
	return doc.Bytes(), Digest(doc.Bytes()) == r.After
}

// Recent returns the newest change of a file that the content in it comes from,
// if it is one of neverask's: nobody has written the file since.
func (s *Store) Recent(target string, content []byte) (Receipt, bool) {
	all, err := s.History()
	if err != nil {
		return Receipt{}, false
	}
	want := ""
	if content != nil {
		want = Digest(content)
	}
	for _, r := range slices.Backward(all) {
		if r.Target == target && r.State != Failed {
			return r, r.After == want
		}
	}
	return Receipt{}, false
}
