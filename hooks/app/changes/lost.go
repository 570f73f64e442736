package changes

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/app/inforce"
	"neverask/hooks/app/installer"
	"neverask/settings"
)

// lists are those of the preferences, each with the member that names an element.
var lists = []struct{ list, name string }{{"rules", "id"}, {"toolRules", "id"}}

// Lost is what others deleted with a file. What is there again, or what neverask has
// changed since, is no part of it.
type Lost struct {
	Last  settings.Receipt // neverask's newest change of a file that was deleted
	Gone  bool             // there is no file now
	Kept  bool             // Regain can restore it
	Rules int              // the rules among it

	file     settings.File
	contents [][]byte // that were deleted, the newest first
	elements []element
}

// An element of one of the lists.
type element struct{ list, name, raw string }

// FindLost looks for it; ok is false where nothing is lost.
func FindLost(in *installer.Installer, path string) (l Lost, ok bool) {
	f, err := settings.Load(path)
	if err != nil {
		return l, false
	}
	all, err := in.Store.History()
	if err != nil {
		return l, false
	}
	all = slices.DeleteFunc(all, func(r settings.Receipt) bool { return r.Target != f.Target || r.State == settings.Failed })
	l.file, l.Gone = f, !f.Exists
	present := elements(f.Document.Bytes())
	for i, r := range slices.Backward(all) {
		later := all[i+1:]
		now := len(later) == 0
		if r.After == "" || now && f.Exists || !now && !later[0].Created() {
			continue // the file was there still, or neverask has removed it
		}
		_, content, kept := in.Store.Contents(r)
		var found []element
		for _, e := range elements(content) {
			if !slices.ContainsFunc(present, e.same) && !e.changed(r, later) {
				found = append(found, e)
			}
		}
		if !now && len(found) == 0 {
			continue
		}
		if !ok {
			l.Last, l.Kept, ok = r, kept, true
		}
		l.contents, l.elements, present = append(l.contents, content), append(l.elements, found...), append(present, found...)
	}
	l.Rules = len(l.elements)
	return l, ok
}

func elements(content []byte) (all []element) {
	for _, of := range lists {
		for _, v := range gjson.GetBytes(content, of.list).Array() {
			all = append(all, element{of.list, v.Get(of.name).Raw, v.Raw})
		}
	}
	return all
}

func (e element) same(other element) bool { return e.list == other.list && e.name == other.name }

// changed reports whether a later change restored what another had left, or was about the element.
// Who has undone the restoring knows what was lost; what else is undone counts for nothing.
func (e element) changed(r settings.Receipt, later []settings.Receipt) bool {
	return slices.ContainsFunc(later, func(q settings.Receipt) bool {
		restores := q.Op == inforce.OpRecover || q.Op == "rewind"
		return q.After == r.After || (restores || q.State == settings.Applied && q.Undoes == "") && slices.ContainsFunc(q.Edits, func(edit settings.Edit) bool {
			return strings.Contains(edit.Old, e.name) || strings.Contains(edit.New, e.name)
		})
	})
}

// Regain plans to restore what others deleted with a file, and keeps what is in it now. Where
// there is no file, it gets the content that was deleted last. The error is ErrNoReceipt where
// nothing is lost, or the last change of it is not the one with an ID, if there is one.
func Regain(in *installer.Installer, path, id string) (installer.Plan, error) {
	l, ok := FindLost(in, path)
	if !ok || !l.Kept || id != "" && l.Last.ID != id {
		return installer.Plan{}, settings.ErrNoReceipt
	}
	account, err := in.InForce(l.file.Target)
	if err != nil {
		return installer.Plan{}, err
	}
	doc, op := l.file.Document, inforce.OpRecover
	if l.Gone {
		op = "rewind"
		if doc, err = settings.Parse(l.contents[0]); err != nil {
			return installer.Plan{}, err
		}
	}
	if doc, err = l.restore(doc); err != nil {
		return installer.Plan{}, installer.Located(path, err)
	}
	sp := l.file.Plan(doc)
	if l.Gone {
		sp = l.file.Rewrite(doc.Bytes())
		sp.Mode = l.Last.Mode
	}
	p := in.NewPlan(in.Scoped(installer.Target{Path: path}), op, sp, account)
	if l.Gone {
		p.Problems = append(p.Problems, wasDeleted)
	}
	return p, nil
}

// restore adds to a document what is not in it.
func (l Lost) restore(doc settings.Document) (_ settings.Document, err error) {
	for _, content := range l.contents {
		gjson.ParseBytes(content).ForEach(func(key, value gjson.Result) bool {
			if _, there := doc.Get(key.Str); !there && !slices.ContainsFunc(lists, func(of struct{ list, name string }) bool { return of.list == key.Str }) {
				doc, err = doc.Set(settings.Path{key.Str}, value.Raw)
			}
			return err == nil
		})
	}
	present := elements(doc.Bytes())
	for _, e := range l.elements {
		if err == nil && !slices.ContainsFunc(present, e.same) {
			doc, err = doc.Append(settings.Path{e.list}, e.raw)
		}
	}
	return doc, err
}
