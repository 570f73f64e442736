package preferences

import (
	"errors"
	"fmt"
	"slices"

	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/settings"
)

// ErrRepeated says that a standing answer is there already.
var ErrRepeated = errors.New("the line is told already")

// ReadLines returns the standing answers that hold, in the order of the file, and the
// problems that keep the others from being told. A missing file has none; what is wrong
// with a whole file, [Book.Read] says.
func (b *Book) ReadLines() ([]standinganswer.Line, []strictjson.Problem, error) {
	content, err := b.content()
	if err != nil {
		return nil, nil, err
	}
	lines, problems, err := standinganswer.Parse(content)
	if err != nil {
		if _, _, whole := b.Read(); whole != nil {
			err = whole
		}
		return nil, nil, err
	}
	return lines, problems, nil
}

// AddLine appends a standing answer. It gets its date and, when it has none or another one
// has the same, an ID of its own. One that is told already is refused with [ErrRepeated].
func (b *Book) AddLine(l *standinganswer.Line, by string) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		if err := repeated(doc, *l); err != nil {
			return doc, err
		}
		return standingLines.append(doc, l, b.now(), by)
	})
}

// AddingNewLines is the edit that appends standing answers but for those that Claude is told
// already. added gets those that it appends.
func (b *Book) AddingNewLines(lines []standinganswer.Line, by string, added *[]standinganswer.Line) Edit {
	return b.edit(func(doc settings.Document) (_ settings.Document, err error) {
		*added = nil
		for _, l := range lines {
			l.ID = ""
			switch err := repeated(doc, l); {
			case errors.Is(err, ErrRepeated):
				continue
			case err != nil:
				return doc, err
			}
			if doc, err = standingLines.append(doc, &l, b.now(), by); err != nil {
				return doc, err
			}
			*added = append(*added, l)
		}
		return doc, nil
	})
}

// ChangeLine replaces the standing answer with an ID by what edit makes of it, as ChangeTool
// does with a rule for tools.
func (b *Book) ChangeLine(id string, edit func(standinganswer.Line) (standinganswer.Line, error)) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		return standingLines.change(doc, id, func(l standinganswer.Line) (standinganswer.Line, error) {
			changed, err := edit(l)
			if err == nil {
				changed.ID = id
				err = repeated(doc, changed)
			}
			return changed, err
		})
	})
}

func repeated(doc settings.Document, l standinganswer.Line) error {
	lines, err := standingLines.parse(doc.Bytes())
	if err != nil {
		return err
	}
	if other, is := standinganswer.Repeats(l, lines); is {
		return fmt.Errorf("%w: %s", ErrRepeated, other.ID)
	}
	return nil
}

// linesOf are the standing answers that hold in a preferences file.
func linesOf(content []byte) []standinganswer.Line {
	lines, _, _ := standinganswer.Parse(content) // of a file that is not understood none holds
	return lines
}

// lineText is what is told, and where.
func lineText(l standinganswer.Line) string {
	return said(standinganswer.Fields().Only(l, strictjson.Matching, strictjson.Acting))
}

// compareLines lists the standing answers that tell Claude now what it was not told before.
func compareLines(seen, now []standinganswer.Line) (found []Loosening) {
	known := func(text string) bool {
		return slices.ContainsFunc(seen, func(o standinganswer.Line) bool { return lineText(o) == text })
	}
	for _, l := range now {
		if text := lineText(l); !known(text) {
			found = append(found, Loosening{ID: standinganswer.Member + "/" + l.ID, Kind: Appeared, Message: "Claude is told what it was not told before: " + text})
		}
	}
	return found
}
