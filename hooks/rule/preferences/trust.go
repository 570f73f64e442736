package preferences

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"neverask/hooks/rule/question"
	"neverask/settings"
)

// ErrNotTrusted says that nothing of a project was accepted.
var ErrNotTrusted = errors.New("nothing was accepted")

// Trust keeps a proposal that the person has accepted, in the place of an
// earlier one of the same project. The receipt is empty when this very proposal
// is kept already.
func (b *Book) Trust(ctx context.Context, t question.Trusted) (settings.Receipt, error) {
	if _, problems := question.ParseProposal([]byte(t.Content)); len(problems) > 0 {
		return settings.Receipt{}, fmt.Errorf("the proposal of %s: %d:%d: %s", t.Project, problems[0].Line, problems[0].Column, problems[0].Message)
	}
	if err := settings.CheckPath(t.Project); err != nil {
		return settings.Receipt{}, err
	}
	raw, err := encode(t)
	if err != nil {
		return settings.Receipt{}, err
	}
	return b.store.Update(ctx, b.path, "trust", func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		list, at, err := b.trusted(doc, t.Project)
		if err != nil {
			return doc, err
		}
		if at < 0 {
			return doc.Append(settings.Path{"trusted"}, raw)
		}
		if list[at].Content == t.Content {
			return doc, nil
		}
		if doc, err = doc.Delete(settings.Path{"trusted", strconv.Itoa(at)}); err != nil {
			return doc, err
		}
		return doc.Insert(settings.Path{"trusted"}, at, raw)
	})
}

// Distrust forgets what was accepted of a project; ErrNotTrusted when nothing
// was.
func (b *Book) Distrust(ctx context.Context, project string) (settings.Receipt, error) {
	return b.store.Update(ctx, b.path, "trust --revoke", func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		_, at, err := b.trusted(doc, project)
		if err != nil {
			return doc, err
		}
		if at < 0 {
			return doc, fmt.Errorf("%s: %w", project, ErrNotTrusted)
		}
		return doc.Delete(settings.Path{"trusted", strconv.Itoa(at)})
	})
}

// trusted returns the proposals that a document keeps, the broken ones too, and
// the position of a project's, or -1.
func (b *Book) trusted(doc settings.Document, project string) (list []question.Trusted, at int, err error) {
	v, ok := doc.Get("trusted")
	if ok && !v.IsArray() {
		return nil, 0, b.refuse(doc, v, `"trusted" is not an array`, `remove it, or write "trusted": [ … ]`)
	}
	for _, t := range v.Array() {
		list = append(list, question.Trusted{Project: t.Get("project").String(), Content: t.Get("content").String()})
	}
	return list, slices.IndexFunc(list, func(t question.Trusted) bool { return t.Project == project }), nil
}
