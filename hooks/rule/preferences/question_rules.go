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

// Add appends a rule, gives it an ID and a date, and returns it. by says what created it, for the person to see
// later. An invalid rule is refused.
func (b *Book) Add(ctx context.Context, r question.Rule, by string) (question.Rule, error) {
	r.ID = ""
	err := b.update(ctx, "rules add", b.Adding(&r, by))
	return r, err
}

// Adding returns the edit that [Book.Add] makes. The rule gets a date, and a new ID if its own is empty or taken.
func (b *Book) Adding(r *question.Rule, by string) Edit {
	return b.edit(func(doc settings.Document) (settings.Document, error) {
		return questionRules.append(doc, r, b.now(), by)
	})
}

// AddNew adds rules in one change, as AddingNew does, and returns those it added.
func (b *Book) AddNew(ctx context.Context, rules []question.Rule, by string) (added []question.Rule, err error) {
	err = b.update(ctx, "rules add", b.AddingNew(rules, by, &added))
	return added, err
}

// AddingNew returns the edit that appends the rules, except those that match and do the same as an existing one. It
// stores the appended rules in added.
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

// Remove deletes the rules with the given IDs, whatever their kind. If an ID is unknown, it deletes none, and the
// error wraps ErrNoRule.
func (b *Book) Remove(ctx context.Context, remove ...string) error {
	return b.update(ctx, "rules rm", b.Removing(remove...))
}

// Removing returns the edit that [Book.Remove] makes. It also removes broken rules.
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

// RemoveShown deletes rules if all of them are still exactly as they were shown. The error wraps ErrNoRule if one is
// gone, and ErrRuleChanged if one has changed.
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

// Moving returns the edit that moves the rule with this ID to a position among the rules of its kind, counted from 0.
// The order of tool rules is the order of their patches. The order of question rules only decides which of two
// equally strong rules with the same answer is named. If there are too many standing answers, Claude is told the
// first ones.
func (b *Book) Moving(id string, to int) Edit {
	return b.edit(moving(id, position(to)))
}

// MoveTo moves the rule with this ID to the current position of another rule of its kind.
func (b *Book) MoveTo(ctx context.Context, id, other string) error {
	return b.update(ctx, "rules move", moving(id, func(all []string) (int, error) {
		at := slices.Index(all, other)
		if at < 0 {
			return 0, fmt.Errorf("%s: %w", other, ErrNoRule)
		}
		return at, nil
	}))
}

// moving returns the edit that moves a rule of any kind to the position that place returns.
func moving(id string, place func(all []string) (int, error)) Edit {
	return func(doc settings.Document) (settings.Document, error) {
		return having(doc, id).move(doc, id, place)
	}
}

// same reports whether two rules match and do the same.
func same(a, b question.Rule) bool { return meaning(a) == meaning(b) }

// meaning returns the same string for rules that match and do the same.
func meaning(r question.Rule) string {
	r.Answer = r.Effective()
	return said(question.Fields().Only(r, strictjson.Matching, strictjson.Acting))
}

// said returns a rule as JSON, as in the preferences file.
func said(r any) string {
	raw, err := encode(r)
	if err != nil {
		return fmt.Sprintf("%#v", r) // cannot happen: a rule is made of texts and JSON
	}
	return strings.TrimSpace(raw)
}

// Replace writes new content for the whole file. before is the content it was made from; if the file has changed
// since, the error wraps settings.ErrChanged.
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
