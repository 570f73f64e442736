package preferences

import (
	"errors"
	"fmt"

	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/settings"
)

// ErrRepeated says that Claude is already told this standing answer.
var ErrRepeated = errors.New("the line is told already")

// ReadLines returns the valid standing answers, in file order, and the problems of the others. A missing file has
// none; [Book.Read] reports an invalid file.
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

// AddLine appends a standing answer. It gets a date, and a new ID if its own is empty or taken. A line that Claude is
// told already is refused with [ErrRepeated].
func (b *Book) AddLine(l *standinganswer.Line, by Maker) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		added := *l
		added.ID = "" // it is a new line, whatever ID it asks for
		if err := repeated(doc, added); err != nil {
			return doc, err
		}
		return standingLines.append(doc, l, b.now(), by)
	})
}

// AddingNewLines returns the edit that appends the standing answers that Claude is not told already, and stores them
// in added.
func (b *Book) AddingNewLines(lines []standinganswer.Line, by Maker, added *[]standinganswer.Line) Edit {
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

// ChangeLine replaces the standing answer with this ID by the result of edit, as ChangeTool does with a tool rule.
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
