package settings

// Contents returns the content of a file before and after a change, nil for a file that
// did not exist. ok is false if either is no longer known: backups are kept only for a
// while.
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

// after finds the content that a change left: by repeating its edits, or those of a change that
// left the same content, in the backup of a later change, or in the file.
func (s *Store) after(r Receipt, before []byte, all []Receipt) ([]byte, bool) {
	if r.After == "" {
		return nil, true
	}
	if b, ok := r.repeat(before); ok {
		return b, true
	}
	for _, q := range all {
		if q.Target != r.Target || q.Before != r.After && q.After != r.After {
			continue
		}
		before, ok := s.Before(q)
		if ok && q.Before != r.After {
			before, ok = q.repeat(before)
		}
		if ok {
			return before, true
		}
	}
	b, err := s.disk.ReadFile(r.Target)
	return b, err == nil && Digest(b) == r.After
}

// repeat repeats the edits of a change; ok is false if the result is not what the change left,
// for example because it recreated a deleted file.
func (r Receipt) repeat(before []byte) (after []byte, ok bool) {
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
