package settings

import (
	"bytes"
	"io/fs"
)

// A Plan is one change of one file: exactly the bytes that a person is shown, and that
// Apply writes.
type Plan struct {
	Path    string      // as the person named the file
	Target  string      // where the bytes are, symlinks resolved
	Mode    fs.FileMode // of the file, kept
	Before  []byte      // what must still be in the file
	After   []byte      // what will be in it
	Edits   []Edit      // the same change as edits, for a later undo
	Created bool        // the file does not exist before
	Removed bool        // the file does not exist after
	Dirs    []string    // directories created with the file, or removed with it
	Undoes  string      // the receipt of the change that the plan undoes
	// Follows is the receipt of the change of another file to which this one belongs.
	Follows string
	// Marks are what the caller wants to record with the change.
	Marks []string

	refused error    // why the target may not be replaced
	was, is Document // as read and made, unless the bytes have changed since
}

// Plan returns the plan to write doc to the file.
func (f File) Plan(doc Document) Plan {
	return Plan{
		refused: f.writable(),
		Path:    f.Path, Target: f.Target, Mode: f.Mode, Edits: doc.Edits(),
		Before: f.bytes, After: doc.Bytes(), Created: !f.Exists, Dirs: f.made, was: f.Document, is: doc,
	}
}

// Rewrite returns the plan to replace the whole content. Undoing it needs the backup, and a file
// that nobody has written since.
func (f File) Rewrite(content []byte) Plan {
	p := f.Plan(f.Document)
	p.After, p.Edits = content, nil
	return p
}

// PlanRemove returns the plan to remove the file, with dirs, the innermost last, if nothing else
// is in them.
func (f File) PlanRemove(doc Document, dirs []string) Plan {
	p := f.Plan(doc)
	p.After, p.Removed, p.Dirs = nil, true, dirs
	return p
}

// Writable says why Apply would refuse to replace the file now: it may have been made
// read-only on purpose.
func (p Plan) Writable() error {
	if p.Empty() {
		return nil
	}
	return p.refused
}

// Was returns the document before the change.
func (p Plan) Was() (Document, error) { return p.was.orParse(p.Before) }

// Is returns the document after the change.
func (p Plan) Is() (Document, error) { return p.is.orParse(p.After) }

// orParse returns the document if content is its text, and parses content otherwise.
func (d Document) orParse(content []byte) (Document, error) {
	text, marked := bytes.CutPrefix(content, bom)
	if d.outline != nil && d.bom == marked && d.text == string(text) {
		d.edits = nil
		return d, nil
	}
	return Parse(content)
}

// Empty reports whether the plan changes nothing.
func (p Plan) Empty() bool {
	return !p.Removed && !p.Created && string(p.Before) == string(p.After) || p.Created && (p.Removed || len(p.After) == 0)
}
