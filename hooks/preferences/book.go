package preferences

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"neverask/hooks/question"
	"neverask/settings"
)

var (
	// ErrNoRule says that the preferences hold no rule with an ID.
	ErrNoRule = errors.New("no such rule")
	// ErrRuleChanged says that a rule is no longer what the person was shown.
	ErrRuleChanged = errors.New("the rule has changed since it was shown")
)

// A Book is the preferences file at a path.
type Book struct {
	path  string
	store *settings.Store
	now   func() time.Time
}

// Open returns the book at path. Nothing is read yet, and the file need not
// exist.
func Open(path string, store *settings.Store, now func() time.Time) *Book {
	return &Book{path, store, now}
}

// Read returns the rules that hold, in the order of the file, and the
// problems that keep the others from holding. A missing file has no rules. The
// error of an invalid file names its path, line and column.
func (b *Book) Read() (question.Preferences, []question.Problem, error) {
	content, err := os.ReadFile(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return question.Preferences{Version: question.Version, Rules: []question.Rule{}}, nil, nil
	}
	if err != nil {
		return question.Preferences{}, nil, err
	}
	p, problems, err := question.ParsePreferences(content)
	if err != nil {
		return p, problems, fmt.Errorf("%s:%w", b.path, err)
	}
	return p, problems, nil
}

// Add appends a rule, gives it an ID and a date, and returns it. by says what
// made it, for the person to see later. A rule that could not hold is refused.
func (b *Book) Add(ctx context.Context, r question.Rule, by string) (question.Rule, error) {
	if err := r.Check(); err != nil {
		return r, err
	}
	_, err := b.store.Update(ctx, b.path, "prefs add", func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		return b.append(doc, &r, by)
	})
	return r, err
}

// append gives a rule its ID and its date and adds it to a document.
func (b *Book) append(doc settings.Document, r *question.Rule, by string) (settings.Document, error) {
	r.Created = question.Created{At: b.now().UTC().Format(time.RFC3339), By: by}
	r.ID = unused(r.NewID(), ids(doc))
	raw, err := encode(*r)
	if err != nil {
		return doc, err
	}
	return doc.Append(settings.Path{"rules"}, raw)
}

// Remove deletes the rules with the given IDs, or none of them: an unknown ID
// is an error that wraps ErrNoRule.
func (b *Book) Remove(ctx context.Context, remove ...string) error {
	_, err := b.store.Update(ctx, b.path, "prefs rm", func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		for _, id := range remove {
			at := slices.Index(ids(doc), id)
			if at < 0 {
				return doc, fmt.Errorf("%s: %w", id, ErrNoRule)
			}
			if doc, err = doc.Delete(settings.Path{"rules", strconv.Itoa(at)}); err != nil {
				return doc, err
			}
		}
		return doc, nil
	})
	return err
}

// RemoveShown deletes rules that are still exactly as they were shown, or none
// of them: one that is gone is an error that wraps ErrNoRule, and one that is
// different now an error that wraps ErrRuleChanged.
func (b *Book) RemoveShown(ctx context.Context, shown ...question.Rule) error {
	_, err := b.store.Update(ctx, b.path, "prefs rm", func(doc settings.Document) (settings.Document, error) {
		doc, err := b.begin(doc)
		if err != nil {
			return doc, err
		}
		for _, r := range shown {
			at, now, err := b.rule(doc, r.ID)
			if err != nil {
				return doc, err
			}
			if !reflect.DeepEqual(now, r) {
				return doc, fmt.Errorf("%s: %w", r.ID, ErrRuleChanged)
			}
			if doc, err = doc.Delete(settings.Path{"rules", strconv.Itoa(at)}); err != nil {
				return doc, err
			}
		}
		return doc, nil
	})
	return err
}

// begin refuses a file that is not understood, and gives an empty one its
// version.
func (b *Book) begin(doc settings.Document) (settings.Document, error) {
	if !doc.Used() {
		return doc.Set(settings.Path{"version"}, strconv.Itoa(question.Version))
	}
	if _, _, err := question.ParsePreferences(doc.Bytes()); err != nil {
		return doc, fmt.Errorf("%s:%w", b.path, err)
	}
	if v, ok := doc.Get("version"); !ok || v.Raw != strconv.Itoa(question.Version) {
		return doc, b.refuse(doc, v, fmt.Sprintf(`"version" is not %d`, question.Version), "edit the file by hand, or with the neverask that wrote it")
	}
	for _, list := range []string{"rules", toolRules} {
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

// ids returns the ID of every rule, in the order of the file, broken ones too. A
// rule that was written without one has the ID that it is given when it is read.
func ids(doc settings.Document) []string {
	rules, _ := doc.Get("rules")
	var found []string
	for _, raw := range rules.Array() {
		id := raw.Get("id").String()
		if id == "" {
			var r question.Rule
			if json.Unmarshal([]byte(raw.Raw), &r) == nil {
				id = r.NewID()
			}
		}
		found = append(found, id)
	}
	return found
}

// unused returns id, or id with the first number that makes it unused.
func unused(id string, taken []string) string {
	for n, next := 2, id; ; n++ {
		if !slices.Contains(taken, next) {
			return next
		}
		next = id + "-" + strconv.Itoa(n)
	}
}

// encode writes a rule or a proposal as JSON.
func encode(v any) (string, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	return out.String(), nil
}
