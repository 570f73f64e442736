package settings

import "slices"

// What may have become of an applied change later.
const (
	// Superseded: it cannot be undone since a later change by neverask.
	Superseded State = "superseded"
	// Blocked: it cannot be undone, because somebody else has edited what it changed,
	// or because the file cannot be read.
	Blocked State = "blocked"
)

// A Record is a change, and what became of it.
type Record struct {
	// Receipt has the state Superseded or Blocked if an applied change cannot be undone
	// any more.
	Receipt
	// By is the change that has undone or superseded it.
	By string
	// Why is what prevents its undo.
	Why error
}

// Records returns the changes that want accepts, oldest first, and whether they could be
// undone now. A nil want accepts all.
func (s *Store) Records(want func(Receipt) bool) ([]Record, error) {
	all, err := s.History()
	if err != nil {
		return nil, err
	}
	var found []Record
	for i, r := range all {
		if want != nil && !want(r) {
			continue
		}
		rec := Record{Receipt: r}
		switch {
		case r.State == Undone:
			rec.By = undoneBy(r, all[i+1:])
		case r.State == Applied && r.Op != Undoing && r.Op != Rollback:
			if _, rec.Why = s.Undo(r); rec.Why != nil {
				rec.State = Blocked
				if rec.By = s.supersededBy(r, all[i+1:]); rec.By != "" {
					rec.State = Superseded
				}
			}
		}
		found = append(found, rec)
	}
	return found, nil
}

// undoneBy finds the change that undid another one.
func undoneBy(r Receipt, later []Receipt) string {
	for _, q := range slices.Backward(later) {
		if q.State == Applied && q.Undoes == r.ID {
			return q.ID
		}
	}
	return ""
}

// supersededBy finds the change by neverask that made it impossible to undo an earlier one; "" if
// somebody else's edit did. It follows the contents of the file from change to change, and skips
// contents that are no longer kept.
func (s *Store) supersededBy(r Receipt, later []Receipt) (by string) {
	possible := true
	look := func(content []byte, whose string) {
		now := revertible(r, content)
		if possible && !now {
			by = whose
		}
		possible = now
	}
	last := r
	for _, q := range later {
		if q.Target != r.Target || q.State == Failed {
			continue
		}
		if before, ok := s.Before(q); ok {
			look(before, "")
			if after, ok := s.after(q, before, later); ok {
				look(after, q.ID)
			}
		}
		last = q
	}
	if content, err := s.disk.ReadFile(r.Target); err == nil && Digest(content) != last.After {
		look(content, "")
	}
	return by
}

// revertible reports whether a change could be undone if its file had this content.
func revertible(r Receipt, content []byte) bool {
	if r.After == "" && content == nil || content != nil && Digest(content) == r.After {
		return true
	}
	doc, err := Parse(content)
	if err != nil || len(r.Edits) == 0 {
		return false
	}
	_, err = doc.Revert(r.Edits)
	return err == nil
}
