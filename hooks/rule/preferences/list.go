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

// An Edit makes a change in a document of preferences. It changes nothing else, and
// refuses a document that it does not understand.
type Edit func(settings.Document) (settings.Document, error)

// A list is one of the lists of rules in the preferences.
type list[T strictjson.Rule] struct {
	member string
	fields strictjson.Fields[T]
	parse  func([]byte) ([]T, error) // the rules of a file that hold
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

// kind is a list, whatever its rules are.
type kind interface {
	ids(doc settings.Document) []string
	line(doc settings.Document, id string) int
	remove(doc settings.Document, ids ...string) (settings.Document, error)
	move(doc settings.Document, id string, place func(all []string) (int, error)) (settings.Document, error)
}

// having is the list that has a rule with an ID, the question rules first; where none has,
// it is one that says so.
func having(doc settings.Document, id string) kind {
	for _, k := range []kind{questionRules, toolRules} {
		if slices.Contains(k.ids(doc), id) {
			return k
		}
	}
	return standingLines
}

func (l list[T]) path(at int) settings.Path { return settings.Path{l.member, strconv.Itoa(at)} }

// ids returns the ID of every rule, in the order of the file, broken ones too. A rule
// that was written without one has the ID that it is given when it is read.
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

// at is where the rule with an ID is.
func (l list[T]) at(doc settings.Document, id string) (int, error) {
	at := slices.Index(l.ids(doc), id)
	if at < 0 {
		return at, fmt.Errorf("%s: %w", id, ErrNoRule)
	}
	return at, nil
}

// line is the line on which the rule with an ID begins; 0 where there is none.
func (l list[T]) line(doc settings.Document, id string) int {
	at, err := l.at(doc, id)
	if err != nil {
		return 0
	}
	rule, _ := doc.Get(l.path(at)...)
	line, _ := doc.Position(rule.Index)
	return line
}

// find finds a rule that holds.
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

// append adds a rule that holds, with a date and an ID that no other has: its own, if it has one.
func (l list[T]) append(doc settings.Document, r *T, now time.Time, by string) (settings.Document, error) {
	if err := (*r).Check(); err != nil {
		return doc, err
	}
	id, created := l.about(r)
	if *id == "" {
		*id = (*r).NewID()
	}
	*id = unused(*id, l.ids(doc))
	*created = strictjson.Created{At: now.UTC().Format(time.RFC3339), By: by}
	raw, err := encode(*r)
	if err != nil {
		return doc, err
	}
	return doc.Append(settings.Path{l.member}, raw)
}

// change puts what edit makes of a rule in its place. Members that it does not change
// keep their bytes. The ID and the date stay.
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

// rewrite gives the rule at path the members in which another one differs from it.
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
		// An object or an array is deleted and added, so that the new value gets the file's layout.
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

// remove deletes rules, broken ones too.
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

// move puts a rule at the position that place says, from the IDs of all as they are
// before. The position is the one that the rule has afterwards, counted from 0.
func (l list[T]) move(doc settings.Document, id string, place func(all []string) (int, error)) (settings.Document, error) {
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

// position is a place for [list.move].
func position(to int) func(all []string) (int, error) {
	return func(all []string) (int, error) {
		if to < 0 || to >= len(all) {
			return 0, fmt.Errorf("position %d: there are %d rules", to+1, len(all))
		}
		return to, nil
	}
}
