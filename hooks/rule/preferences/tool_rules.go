package preferences

import (
	"slices"

	"neverask/hooks/rule/toolrule"
	"neverask/settings"
)

// ReadTools returns the rules for tools that hold, in the order of the file, and the
// problems that keep the others from holding. A missing file has no rules; what is
// wrong with a whole file, [Book.Read] says.
func (b *Book) ReadTools() ([]toolrule.Rule, []toolrule.Problem, error) {
	content, err := b.content()
	if err != nil {
		return nil, nil, err
	}
	list, problems, err := toolrule.Parse(content)
	if err != nil {
		if _, _, whole := b.Read(); whole != nil {
			err = whole
		}
		return nil, nil, err
	}
	return list, problems, nil
}

// AddTool appends a rule for tools. It gets its date and, when it has none or another
// rule has the same, an ID of its own.
func (b *Book) AddTool(r *toolrule.Rule, by string) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		return toolRules.append(doc, r, b.now(), by)
	})
}

// AddingNewTools is the edit that appends rules for tools but for those that the book has
// already, by what they do and when. added gets those that it appends.
func (b *Book) AddingNewTools(rules []toolrule.Rule, by string, added *[]toolrule.Rule) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		*added = nil
		have, err := toolRules.parse(doc.Bytes())
		for _, r := range rules {
			if err != nil || slices.ContainsFunc(have, func(h toolrule.Rule) bool { return sameTool(h, r) }) {
				continue
			}
			r.ID = ""
			doc, err = toolRules.append(doc, &r, b.now(), by)
			*added, have = append(*added, r), append(have, r)
		}
		return doc, err
	})
}

// ChangeTool replaces the rule for tools with an ID by what edit makes of it.
// Members that edit does not change keep their bytes. The ID and the date stay.
func (b *Book) ChangeTool(id string, edit func(toolrule.Rule) (toolrule.Rule, error)) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) { return toolRules.change(doc, id, edit) })
}
