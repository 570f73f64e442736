package preferences

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"neverask/hooks/question"
	"neverask/settings"
)

// Change replaces the rule with an ID by what edit makes of it. Members that
// edit does not change keep their bytes. The ID and the date stay.
func (b *Book) Change(ctx context.Context, id, op string, edit func(question.Rule) question.Rule) (question.Rule, error) {
	var changed question.Rule
	_, err := b.store.Update(ctx, b.path, op, b.Changing(id, func(r question.Rule) question.Rule {
		changed = edit(r)
		changed.ID, changed.Created = r.ID, r.Created
		return changed
	}))
	return changed, err
}

// Changing is the edit that [Book.Change] makes.
func (b *Book) Changing(id string, edit func(question.Rule) question.Rule) Edit {
	return func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		at, old, err := b.rule(doc, id)
		if err != nil {
			return doc, err
		}
		changed := edit(old)
		changed.ID, changed.Created = old.ID, old.Created
		if err := changed.Check(); err != nil {
			return doc, err
		}
		return rewrite(doc, settings.Path{"rules", strconv.Itoa(at)}, changed)
	}
}

// rule finds a rule that holds.
func (b *Book) rule(doc settings.Document, id string) (int, question.Rule, error) {
	at := slices.Index(ids(doc), id)
	p, _, err := question.ParsePreferences(doc.Bytes())
	if err != nil {
		return 0, question.Rule{}, err
	}
	i := slices.IndexFunc(p.Rules, func(r question.Rule) bool { return r.ID == id })
	if at < 0 || i < 0 {
		return 0, question.Rule{}, fmt.Errorf("%s: %w", id, ErrNoRule)
	}
	return at, p.Rules[i], nil
}

// members are those of a rule, in the order that it is written.
var members = []string{"id", "match", "mode", "answer", "project", "oneWay", "widen", "created", "note"}

// rewrite gives the rule at path the members of r, and leaves those alone
// that have the same value.
func rewrite(doc settings.Document, path settings.Path, r question.Rule) (settings.Document, error) {
	return rewriteMembers(doc, path, r, members)
}

// rewriteMembers gives the object at path the members of a value.
func rewriteMembers(doc settings.Document, path settings.Path, v any, members []string) (settings.Document, error) {
	raw, err := encode(v)
	if err != nil {
		return doc, err
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &want); err != nil {
		return doc, err
	}
	for _, name := range members {
		member := append(slices.Clone(path), name)
		old, there := doc.Get(member...)
		value, wanted := want[name]
		switch {
		case !there && !wanted, there && wanted && settings.SameValue(old.Raw, string(value)):
		case wanted && there && value[0] != '{' && value[0] != '[':
			doc, err = doc.Set(member, string(value))
		case wanted && there:
			// Deleted and added, so that the new value gets the file's layout.
			if doc, err = doc.Delete(member); err == nil {
				doc, err = doc.Set(member, string(value))
			}
		case wanted:
			doc, err = doc.Set(member, string(value))
		default:
			doc, err = doc.Delete(member)
		}
		if err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// Move puts the rule with an ID at a position, counted from 0. The order of
// rules has no meaning but where two are equally strong and give one answer:
// then the first is named.
func (b *Book) Move(ctx context.Context, id string, to int) error {
	return b.move(ctx, id, func(all []string) (int, error) {
		if to < 0 || to >= len(all) {
			return 0, fmt.Errorf("position %d: there are %d rules", to+1, len(all))
		}
		return to, nil
	})
}

// MoveTo puts the rule with an ID into the place of another one, wherever that
// is in the file by then.
func (b *Book) MoveTo(ctx context.Context, id, other string) error {
	return b.move(ctx, id, func(all []string) (int, error) {
		at := slices.Index(all, other)
		if at < 0 {
			return 0, fmt.Errorf("%s: %w", other, ErrNoRule)
		}
		return at, nil
	})
}

func (b *Book) move(ctx context.Context, id string, place func(all []string) (int, error)) error {
	_, err := b.store.Update(ctx, b.path, "prefs move", func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		all := ids(doc)
		at := slices.Index(all, id)
		if at < 0 {
			return doc, fmt.Errorf("%s: %w", id, ErrNoRule)
		}
		to, err := place(all)
		if err != nil || at == to {
			return doc, err
		}
		rule, _ := doc.Get("rules", strconv.Itoa(at))
		if doc, err = doc.Delete(settings.Path{"rules", strconv.Itoa(at)}); err != nil {
			return doc, err
		}
		return doc.Insert(settings.Path{"rules"}, to, rule.Raw)
	})
	return err
}

// AddAll appends rules under one lock, as one change that one undo takes back.
// Rules that the book has already, by what they match and do, are left out; it
// returns those that were added.
func (b *Book) AddAll(ctx context.Context, rules []question.Rule, op, by string) (added []question.Rule, err error) {
	for _, r := range rules {
		if err := r.Check(); err != nil {
			return nil, err
		}
	}
	_, err = b.store.Update(ctx, b.path, op, func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		p, _, err := question.ParsePreferences(doc.Bytes())
		if err != nil {
			return doc, err
		}
		for _, r := range rules {
			if slices.ContainsFunc(p.Rules, func(have question.Rule) bool { return same(have, r) }) {
				continue
			}
			if doc, err = b.append(doc, &r, by); err != nil {
				return doc, err
			}
			added = append(added, r)
			p.Rules = append(p.Rules, r)
		}
		return doc, nil
	})
	return added, err
}

// same reports whether two rules match and do the same.
func same(a, b question.Rule) bool { return meaning(a) == meaning(b) }

// meaning is equal for rules that match and do the same.
func meaning(r question.Rule) string {
	r.ID, r.Created, r.Note, r.Answer = "", question.Created{}, "", r.Effective()
	raw, err := encode(r)
	if err != nil {
		return fmt.Sprintf("%#v", r) // cannot happen: a rule is made of strings
	}
	return raw
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
	_, err = b.store.Apply(ctx, plan, "prefs edit")
	return err
}
