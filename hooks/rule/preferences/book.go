package preferences

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/saferead"
)

var (
	// ErrNoRule says that no rule in the preferences has the given ID.
	ErrNoRule = errors.New("no such rule")
	// ErrRuleChanged says that a rule has changed since the person saw it.
	ErrRuleChanged = errors.New("the rule has changed since it was shown")
)

// A Book is the preferences file at a path.
type Book struct {
	path  string
	store *settings.Store
	now   func() time.Time
}

// Open returns the book at path. Nothing is read yet, and the file need not exist.
func Open(path string, store *settings.Store, now func() time.Time) *Book {
	return &Book{path, store, now}
}

// An Edit changes a preferences document. It refuses a document that it does not understand.
type Edit func(settings.Document) (settings.Document, error)

// Read returns the valid rules, in file order, and the problems of the others. A missing file has no rules. The error
// for an invalid file names its path, line and column.
func (b *Book) Read() (question.Preferences, []question.Problem, error) {
	content, err := b.content()
	if err != nil {
		return question.Preferences{}, nil, err
	}
	p, problems, err := question.ParsePreferences(content)
	if err != nil {
		return p, problems, fmt.Errorf("%s:%w", b.path, err)
	}
	return p, problems, nil
}

// Line returns the line on which the rule with this ID begins, whatever its kind, or 0 if there is none.
func (b *Book) Line(id string) int {
	content, err := b.content()
	if err != nil {
		return 0
	}
	doc, err := settings.Parse(content)
	if err != nil {
		return 0
	}
	return having(doc, id).line(doc, id)
}

// content returns the file's content; a missing file is empty.
func (b *Book) content() ([]byte, error) {
	content, err := saferead.ReadFile(b.path, settings.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// update applies an edit to the file.
func (b *Book) update(ctx context.Context, op string, edit Edit) error {
	_, err := b.store.Update(ctx, b.path, op, b.edit(edit))
	return err
}

// edit wraps an edit so that it refuses a file that neverask does not understand.
func (b *Book) edit(edit Edit) Edit {
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

// begin refuses a file that neverask does not understand, and adds the version to an empty one.
func (b *Book) begin(doc settings.Document) (settings.Document, error) {
	if !doc.Used() {
		return doc.Set(settings.Path{"version"}, strconv.Itoa(question.Version))
	}
	if _, _, err := question.ParsePreferences(doc.Bytes()); err != nil {
		return doc, fmt.Errorf("%s:%w", b.path, err)
	}
	if v, ok := doc.Get("version"); !ok || v.Raw != strconv.Itoa(question.Version) {
		return doc, b.refuse(doc, v, fmt.Sprintf(`"version" is not %d`, question.Version),
			"edit the file by hand, or with the neverask that wrote it")
	}
	for _, list := range []string{questionRules.member, toolRules.member, standingLines.member} {
		if v, ok := doc.Get(list); ok && !v.IsArray() {
			return doc, b.refuse(doc, v, fmt.Sprintf("%q is not an array", list), fmt.Sprintf("write %q: [ … ]", list))
		}
	}
	return doc, nil
}

func (b *Book) refuse(doc settings.Document, v gjson.Result, msg, hint string) error {
	line, col := doc.Position(v.Index)
	return &settings.SyntaxError{Path: b.path, Line: line, Col: col, Msg: msg, Hint: hint}
}

// unused returns id, with the first number that makes it unique if it is taken.
func unused(id string, taken []string) string {
	for n, next := 2, id; ; n++ {
		if !slices.Contains(taken, next) {
			return next
		}
		next = id + "-" + strconv.Itoa(n)
	}
}

// encode writes a rule as JSON.
func encode(v any) (string, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	return out.String(), nil
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
