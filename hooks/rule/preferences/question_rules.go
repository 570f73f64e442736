package preferences

import (
	"context"
	"slices"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/settings"
)

// Add appends a rule, gives it an ID and a date, and returns it. by says what created it, for the person to see
// later. An invalid rule is refused.
func (b *Book) Add(ctx context.Context, r question.Rule, by Maker) (question.Rule, error) {
	r.ID = ""
	err := b.update(ctx, "rules add", b.Adding(&r, by))
	return r, err
}

// Adding returns the edit that [Book.Add] makes. The rule gets a date, and a new ID if its own is empty or taken.
func (b *Book) Adding(r *question.Rule, by Maker) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		return questionRules.append(doc, r, b.now(), by)
	})
}

// AddNew adds rules in one change, as AddingNew does, and returns those it added.
func (b *Book) AddNew(ctx context.Context, rules []question.Rule, by Maker) (added []question.Rule, err error) {
	err = b.update(ctx, "rules add", b.AddingNew(rules, by, &added))
	return added, err
}

// AddingNew returns the edit that appends the rules, except those that match and do the same as an existing one. It
// stores the appended rules in added.
func (b *Book) AddingNew(rules []question.Rule, by Maker, added *[]question.Rule) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		*added = nil
		have, err := questionRules.parse(doc.Bytes())
		for _, r := range rules {
			if err != nil || slices.ContainsFunc(have, func(h question.Rule) bool { return same(h, r) }) {
				continue
			}
			r.ID = ""
			doc, err = questionRules.append(doc, &r, b.now(), by)
			*added, have = append(*added, r), append(have, r)
		}
		return doc, err
	})
}

// Change replaces the rule with this ID by the result of edit. Members that edit does not change keep their bytes.
// The ID and the date stay.
func (b *Book) Change(ctx context.Context, id, op string,
	edit func(question.Rule) (question.Rule, error)) (changed question.Rule, err error) {
	err = b.update(ctx, op, b.Changing(id, func(r question.Rule) (question.Rule, error) {
		changed, err = edit(r)
		changed.ID, changed.Created = r.ID, r.Created
		return changed, err
	}))
	return changed, err
}

// Changing returns the edit that [Book.Change] makes.
func (b *Book) Changing(id string, edit func(question.Rule) (question.Rule, error)) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) { return questionRules.change(doc, id, edit) })
}

// same reports whether two rules match and do the same.
func same(a, b question.Rule) bool { return meaning(a) == meaning(b) }

// meaning returns the same string for rules that match and do the same.
func meaning(r question.Rule) string {
	r.Answer = r.Effective()
	return said(question.Fields().Only(r, strictjson.Matching, strictjson.Acting))
}
