package preferences

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"time"

	"neverask/hooks/rules"
	"neverask/settings"
)

// toolRules is the member of the preferences that holds the rules for tools.
const toolRules = rules.Member

// An Edit makes a change in a document of preferences. It changes nothing else, and
// refuses a document that it does not understand.
type Edit func(settings.Document) (settings.Document, error)

// ReadTools returns the rules for tools that hold, in the order of the file, and the
// problems that keep the others from holding. A missing file has no rules; what is
// wrong with a whole file, [Book.Read] says.
func (b *Book) ReadTools() ([]rules.Rule, []rules.Problem, error) {
	content, err := os.ReadFile(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	list, problems, err := rules.Parse(content)
	if err != nil {
		if _, _, whole := b.Read(); whole != nil {
			err = whole
		}
		return nil, nil, err
	}
	return list, problems, nil
}

// AddTools appends rules for tools. Each gets a date and, when it has none or
// another rule has the same, an ID of its own; added is called with them as they
// were written.
func (b *Book) AddTools(list []rules.Rule, by string, added func([]rules.Rule)) Edit {
	return b.tools(func(doc settings.Document) (settings.Document, error) {
		var done []rules.Rule
		for _, r := range list {
			if err := r.Check(); err != nil {
				return doc, err
			}
			if r.ID == "" {
				r.ID = r.NewID()
			}
			r.ID = unused(r.ID, toolIDs(doc))
			r.Created = rules.Created{At: b.now().UTC().Format(time.RFC3339), By: by}
			raw, err := encode(r)
			if err != nil {
				return doc, err
			}
			if doc, err = doc.Append(settings.Path{toolRules}, raw); err != nil {
				return doc, err
			}
			done = append(done, r)
		}
		added(done)
		return doc, nil
	})
}

// ChangeTool replaces the rule for tools with an ID by what edit makes of it.
// Members that edit does not change keep their bytes. The ID and the date stay.
func (b *Book) ChangeTool(id string, edit func(rules.Rule) (rules.Rule, error)) Edit {
	return b.tools(func(doc settings.Document) (settings.Document, error) {
		list, _, err := rules.Parse(doc.Bytes())
		if err != nil {
			return doc, err
		}
		at := slices.Index(toolIDs(doc), id)
		i := slices.IndexFunc(list, func(r rules.Rule) bool { return r.ID == id })
		if at < 0 || i < 0 {
			return doc, fmt.Errorf("%s: %w", id, ErrNoRule)
		}
		changed, err := edit(list[i])
		if err != nil {
			return doc, err
		}
		changed.ID, changed.Created = list[i].ID, list[i].Created
		if err := changed.Check(); err != nil {
			return doc, err
		}
		return rewriteMembers(doc, settings.Path{toolRules, strconv.Itoa(at)}, changed, toolMembers)
	})
}

// toolMembers are those of a rule for tools, in the order that it is written.
var toolMembers = []string{"id", "tool", "when", "project", "modes", "act", "message", "patch", "created", "note"}

// RemoveTools deletes the rules for tools with the given IDs, broken ones too, or
// none of them: an unknown ID is an error that wraps ErrNoRule.
func (b *Book) RemoveTools(remove ...string) Edit {
	return b.tools(func(doc settings.Document) (settings.Document, error) {
		for _, id := range remove {
			at := slices.Index(toolIDs(doc), id)
			if at < 0 {
				return doc, fmt.Errorf("%s: %w", id, ErrNoRule)
			}
			var err error
			if doc, err = doc.Delete(settings.Path{toolRules, strconv.Itoa(at)}); err != nil {
				return doc, err
			}
		}
		return doc, nil
	})
}

// MoveTool puts the rule for tools with an ID at a position, counted from 0. Patches
// are applied in the order of the rules.
func (b *Book) MoveTool(id string, to int) Edit {
	return b.tools(func(doc settings.Document) (settings.Document, error) {
		all := toolIDs(doc)
		at := slices.Index(all, id)
		switch {
		case at < 0:
			return doc, fmt.Errorf("%s: %w", id, ErrNoRule)
		case to < 0 || to >= len(all):
			return doc, fmt.Errorf("position %d: there are %d rules for tools", to+1, len(all))
		case at == to:
			return doc, nil
		}
		rule, _ := doc.Get(toolRules, strconv.Itoa(at))
		doc, err := doc.Delete(settings.Path{toolRules, strconv.Itoa(at)})
		if err != nil {
			return doc, err
		}
		return doc.Insert(settings.Path{toolRules}, to, rule.Raw)
	})
}

// tools refuses a file that is not understood before it is edited.
func (b *Book) tools(edit Edit) Edit {
	return func(doc settings.Document) (settings.Document, error) {
		begun, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		changed, err := edit(begun)
		if err != nil {
			return doc, err
		}
		return changed, nil
	}
}

// toolIDs returns the ID of every rule for tools, in the order of the file, broken
// ones too. A rule that was written without one has the ID that it is given when it
// is read.
func toolIDs(doc settings.Document) []string {
	list, _ := doc.Get(toolRules)
	var found []string
	for _, raw := range list.Array() {
		id := raw.Get("id").String()
		if id == "" {
			if r, err := rules.ParseRule([]byte(raw.Raw)); err == nil {
				id = r.NewID()
			}
		}
		found = append(found, id)
	}
	return found
}
