package preferences

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
)

// list is one of the lists of rules in the preferences.
type list[T strictjson.Rule] struct {
	member string
	fields strictjson.Fields[T]
	parse  func([]byte) ([]T, error) // returns the valid rules of a file
	about  func(*T) (id *string, created *strictjson.Created)
}

var (
	questionRules = list[question.Rule]{
		"rules", question.Fields(),
		func(b []byte) ([]question.Rule, error) {
			p, _, err := question.ParsePreferences(b)
			return p.Rules, err
		},
		func(r *question.Rule) (*string, *strictjson.Created) { return &r.ID, &r.Created },
	}
	toolRules = list[toolrule.Rule]{
		toolrule.Member, toolrule.Fields(),
		func(b []byte) ([]toolrule.Rule, error) { all, _, err := toolrule.Parse(b); return all, err },
		func(r *toolrule.Rule) (*string, *strictjson.Created) { return &r.ID, &r.Created },
	}
	standingLines = list[standinganswer.Line]{
		standinganswer.Member, standinganswer.Fields(),
		func(b []byte) ([]standinganswer.Line, error) { all, _, err := standinganswer.Parse(b); return all, err },
		func(l *standinganswer.Line) (*string, *strictjson.Created) { return &l.ID, &l.Created },
	}
)

// kind is a list of rules of any type.
type kind interface {
	ids(doc settings.Document) []string
	line(doc settings.Document, id string) int
	remove(doc settings.Document, ids ...string) (settings.Document, error)
	move(doc settings.Document, id string, place func(all []string) (int, error)) (settings.Document, error)
}

// having returns the list that contains the rule with this ID, trying question rules first. If none does, it returns
// a list, whose methods then fail with ErrNoRule.
func having(doc settings.Document, id string) kind {
	for _, k := range []kind{questionRules, toolRules} {
		if slices.Contains(k.ids(doc), id) {
			return k
		}
	}
	return standingLines
}

func (l list[T]) path(at int) settings.Path { return settings.Path{l.member, strconv.Itoa(at)} }

// ids returns the IDs of all rules, also broken ones, in file order. A rule without an ID has the one it gets when it
// is read.
func (l list[T]) ids(doc settings.Document) (found []string) {
	all, _ := doc.Get(l.member)
	for _, raw := range all.Array() {
		id := raw.Get("id").String()
		var r T
		if v, err := hooks.Parse(raw.Raw); id == "" && err == nil && l.fields.Read("a rule", v, &r) == nil {
			id = r.NewID()
		}
		found = append(found, id)
	}
	return found
}

// at returns the index of the rule with this ID.
func (l list[T]) at(doc settings.Document, id string) (int, error) {
	at := slices.Index(l.ids(doc), id)
	if at < 0 {
		return at, fmt.Errorf("%s: %w", id, ErrNoRule)
	}
	return at, nil
}

// line returns the line on which the rule with this ID begins, or 0 if there is none.
func (l list[T]) line(doc settings.Document, id string) int {
	at, err := l.at(doc, id)
	if err != nil {
		return 0
	}
	rule, _ := doc.Get(l.path(at)...)
	line, _ := doc.Position(rule.Index)
	return line
}

// find returns the valid rule with this ID.
func (l list[T]) find(doc settings.Document, id string) (at int, r T, err error) {
	all, err := l.parse(doc.Bytes())
	if err != nil {
		return 0, r, err
	}
	i := slices.IndexFunc(all, func(r T) bool { of, _ := l.about(&r); return *of == id })
	if i < 0 {
		return 0, r, fmt.Errorf("%s: %w", id, ErrNoRule)
	}
	at, err = l.at(doc, id)
	return at, all[i], err
}

// append adds a valid rule, with a date and a unique ID: its own, if possible.
func (l list[T]) append(doc settings.Document, r *T, now time.Time, by Maker) (settings.Document, error) {
	if err := (*r).Check(); err != nil {
		return doc, err
	}
	id, created := l.about(r)
	if *id == "" {
		*id = (*r).NewID()
	}
	*id = unused(*id, l.ids(doc))
	*created = strictjson.Created{At: now.UTC().Format(time.RFC3339), By: string(by)}
	raw, err := encode(*r)
	if err != nil {
		return doc, err
	}
	return doc.Append(settings.Path{l.member}, raw)
}

// change replaces a rule by the result of edit. Members that edit does not change keep their bytes. The ID and the
// date stay.
func (l list[T]) change(doc settings.Document, id string, edit func(T) (T, error)) (settings.Document, error) {
	at, old, err := l.find(doc, id)
	if err != nil {
		return doc, err
	}
	changed, err := edit(old)
	if err != nil {
		return doc, err
	}
	newID, newCreated := l.about(&changed)
	oldID, oldCreated := l.about(&old)
	*newID, *newCreated = *oldID, *oldCreated
	if err := changed.Check(); err != nil {
		return doc, err
	}
	return l.rewrite(doc, l.path(at), old, changed)
}

// rewrite updates the rule at path in the members in which changed differs from old.
func (l list[T]) rewrite(doc settings.Document, path settings.Path, old, changed T) (settings.Document, error) {
	raw, err := encode(changed)
	if err != nil {
		return doc, err
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &want); err != nil {
		return doc, err
	}
	for _, name := range l.fields.Members() {
		if !slices.ContainsFunc(l.fields, func(f strictjson.Field[T]) bool {
			return f.Member() == name && !reflect.DeepEqual(f.Of(&old), f.Of(&changed))
		}) {
			continue
		}
		member := append(slices.Clone(path), name)
		_, there := doc.Get(member...)
		value, wanted := want[name]
		// Objects and arrays are deleted and added again, so that the new value gets the file's layout.
		if there && (!wanted || value[0] == '{' || value[0] == '[') {
			doc, err = doc.Delete(member)
		}
		if err == nil && wanted {
			doc, err = doc.Set(member, string(value))
		}
		if err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// remove deletes rules, also broken ones.
func (l list[T]) remove(doc settings.Document, ids ...string) (settings.Document, error) {
	for _, id := range ids {
		at, err := l.at(doc, id)
		if err != nil {
			return doc, err
		}
		if doc, err = doc.Delete(l.path(at)); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// move moves a rule to the position that place returns for the IDs in their current order. The position is the rule's
// new one, counted from 0.
func (l list[T]) move(doc settings.Document, id string,
	place func(all []string) (int, error)) (settings.Document, error) {
	at, err := l.at(doc, id)
	if err != nil {
		return doc, err
	}
	to, err := place(l.ids(doc))
	if err != nil || at == to {
		return doc, err
	}
	moved, _ := doc.Get(l.path(at)...)
	if doc, err = doc.Delete(l.path(at)); err != nil {
		return doc, err
	}
	return doc.Insert(settings.Path{l.member}, to, moved.Raw)
}
