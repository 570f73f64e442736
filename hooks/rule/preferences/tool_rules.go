package preferences

import (
	"slices"

	"neverask/hooks/rule/toolrule"
	"neverask/settings"
)

// ReadTools returns the valid tool rules, in file order, and the problems of the others. A missing file has none;
// [Book.Read] reports an invalid file.
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

// AddTool appends a tool rule. It gets a date, and a new ID if its own is empty or taken.
func (b *Book) AddTool(r *toolrule.Rule, by Maker) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		return toolRules.append(doc, r, b.now(), by)
	})
}

// AddingNewTools returns the edit that appends the tool rules, except those that match and do the same as an existing
// one. It stores the appended rules in added.
func (b *Book) AddingNewTools(rules []toolrule.Rule, by Maker, added *[]toolrule.Rule) Edit {
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

// ChangeTool replaces the tool rule with this ID by the result of edit. Members that edit does not change keep their
// bytes. The ID and the date stay.
func (b *Book) ChangeTool(id string, edit func(toolrule.Rule) (toolrule.Rule, error)) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) { return toolRules.change(doc, id, edit) })
}
