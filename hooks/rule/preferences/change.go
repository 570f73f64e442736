package preferences

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/settings"
)

// Add appends a rule, gives it an ID and a date, and returns it. by says what
// made it, for the person to see later. A rule that could not hold is refused.
func (b *Book) Add(ctx context.Context, r question.Rule, by string) (question.Rule, error) {
	r.ID = ""
	err := b.update(ctx, "rules add", b.Adding(&r, by))
	return r, err
}

// Adding is the edit that [Book.Add] makes. The rule gets its date and, when it has
// none or another rule has the same, an ID of its own.
func (b *Book) Adding(r *question.Rule, by string) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		return questionRules.append(doc, r, b.now(), by)
	})
}

// AddNew adds rules in one change, as AddingNew does, and returns them as they stand there.
func (b *Book) AddNew(ctx context.Context, rules []question.Rule, by string) (added []question.Rule, err error) {
	err = b.update(ctx, "rules add", b.AddingNew(rules, by, &added))
	return added, err
}

// AddingNew is the edit that appends rules but for those that the book has already, by
// what they match and do. added gets those that it appends.
func (b *Book) AddingNew(rules []question.Rule, by string, added *[]question.Rule) Edit {
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

// Change replaces the rule with an ID by what edit makes of it. Members that
// edit does not change keep their bytes. The ID and the date stay.
func (b *Book) Change(ctx context.Context, id, op string, edit func(question.Rule) (question.Rule, error)) (changed question.Rule, err error) {
	err = b.update(ctx, op, b.Changing(id, func(r question.Rule) (question.Rule, error) {
		changed, err = edit(r)
		changed.ID, changed.Created = r.ID, r.Created
		return changed, err
	}))
	return changed, err
}

// Changing is the edit that [Book.Change] makes.
func (b *Book) Changing(id string, edit func(question.Rule) (question.Rule, error)) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) { return questionRules.change(doc, id, edit) })
}

// Remove deletes the rules with the given IDs, of any kind, or none of them: an
// unknown ID is an error that wraps ErrNoRule.
func (b *Book) Remove(ctx context.Context, remove ...string) error {
	return b.update(ctx, "rules rm", b.Removing(remove...))
}

// Removing is the edit that [Book.Remove] makes. Broken rules are removed, too.
func (b *Book) Removing(remove ...string) Edit {
	return b.edit(func(doc settings.Document) (_ settings.Document, err error) {
		for _, id := range remove {
			if doc, err = having(doc, id).remove(doc, id); err != nil {
				return doc, err
			}
		}
		return doc, nil
	})
}

// RemoveShown deletes rules that are still exactly as they were shown, or none of them: one that is
// gone is an error that wraps ErrNoRule, one that is different now an error that wraps ErrRuleChanged.
func (b *Book) RemoveShown(ctx context.Context, shown ...question.Rule) error {
	return b.update(ctx, "rules rm", func(doc settings.Document) (settings.Document, error) {
		for _, r := range shown {
			_, now, err := questionRules.find(doc, r.ID)
			if err == nil && !reflect.DeepEqual(now, r) {
				err = fmt.Errorf("%s: %w", r.ID, ErrRuleChanged)
			}
			if err == nil {
				doc, err = questionRules.remove(doc, r.ID)
			}
			if err != nil {
				return doc, err
			}
		}
		return doc, nil
	})
}

// Moving is the edit that puts the rule with an ID, of any kind, at a position among those of its kind,
// counted from 0. Patches of rules for tools are applied in their order; the order of rules for
// questions has no meaning but where two are equally strong and give one answer: then the first is
// named. Of standing answers the first are told where there are too many.
func (b *Book) Moving(id string, to int) Edit {
	return b.edit(moving(id, position(to)))
}

// MoveTo puts the rule with an ID, of any kind, into the place of another one of its
// kind, wherever that is in the file by then.
func (b *Book) MoveTo(ctx context.Context, id, other string) error {
	return b.update(ctx, "rules move", moving(id, func(all []string) (int, error) {
		at := slices.Index(all, other)
		if at < 0 {
			return 0, fmt.Errorf("%s: %w", other, ErrNoRule)
		}
		return at, nil
	}))
}

// moving is the edit that puts a rule of any kind where place says.
func moving(id string, place func(all []string) (int, error)) Edit {
	return func(doc settings.Document) (settings.Document, error) {
		return having(doc, id).move(doc, id, place)
	}
}

// same reports whether two rules match and do the same.
func same(a, b question.Rule) bool { return meaning(a) == meaning(b) }

// meaning is equal for rules that match and do the same.
func meaning(r question.Rule) string {
	r.Answer = r.Effective()
	return said(question.Fields().Only(r, strictjson.Matching, strictjson.Acting))
}

// said returns a rule as the preferences hold it.
func said(r any) string {
	raw, err := encode(r)
	if err != nil {
		return fmt.Sprintf("%#v", r) // cannot happen: a rule is made of texts and JSON
	}
	return strings.TrimSpace(raw)
}

// Replace puts a whole new content in place of the one that it was made from.
// The error wraps settings.ErrChanged when the file has changed since.
func (b *Book) Replace(ctx context.Context, before, after []byte) error {
	f, err := settings.Load(b.path)
	var syntax *settings.SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		return err
	}
	if _, _, err := question.ParsePreferences(after); err != nil {
		return fmt.Errorf("%s:%w", b.path, err)
	}
	plan := f.Rewrite(after)
	if !bytes.Equal(plan.Before, before) {
		return fmt.Errorf("%s: %w", b.path, settings.ErrChanged)
	}
	_, err = b.store.Apply(ctx, plan, "rules edit")
	return err
}
