package preferences

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"neverask/hooks/rule/question"
	"neverask/settings"
)

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

// position returns a fixed place for [list.move].
func position(to int) func(all []string) (int, error) {
	return func(all []string) (int, error) {
		if to < 0 || to >= len(all) {
			return 0, fmt.Errorf("position %d: there are %d rules", to+1, len(all))
		}
		return to, nil
	}
}
