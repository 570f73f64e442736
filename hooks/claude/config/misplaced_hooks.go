package config

import (
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// A place is the path of a value: its parent is nil at the root.
type place struct {
	above *place
	name  string
	index int // in a list, else -1
}

func (p *place) path() (path settings.Path) {
	for ; p != nil; p = p.above {
		name := p.name
		if p.index >= 0 {
			name = strconv.Itoa(p.index)
		}
		path = append(path, name)
	}
	slices.Reverse(path)
	return path
}

// outside finds hooks, at any depth, that may guard permissions but are outside the document's
// "hooks": the client ignores the whole file, because these guards would not work.
func (r *rejecter) outside(tree settings.Tree, v gjson.Result, above *place) {
	i := -1
	tree.Each(v, func(key, value gjson.Result) bool {
		at := place{above, key.Str, -1}
		if i++; v.IsArray() {
			at.index = i
		}
		switch {
		case above == nil && key.Str == "hooks" && value.IsObject():
			tree.Each(value, func(event, list gjson.Result) bool {
				if !Known(event.Str) {
					r.outside(tree, list, &place{&at, event.Str, -1})
				}
				return true
			})
		case v.IsObject() && guards(key.Str) && misplaced(value):
			path := at.path()
			if path[0] == "hooks" {
				r.add(key, OffFile, path, value, "", key.Str+` is not directly in "hooks"`, `move it into the outermost "hooks"`)
			} else {
				r.add(key, OffFile, path, value, "", key.Str+` is outside "hooks"`, `move it into "hooks": { … }`)
			}
		case above == nil && Known(key.Str) && value.IsArray() && !guards(key.Str):
			r.add(key, OffEvent, at.path(), value, "", key.Str+` is outside "hooks"`, `move it into "hooks": { … }`)
		case value.IsObject() || value.IsArray():
			r.outside(tree, value, &at)
		}
		return true
	})
}

// misplaced reports whether the value of a member named like an event looks like hooks to the
// client: it is not empty.
func misplaced(v gjson.Result) bool {
	if v.IsObject() || v.IsArray() {
		return filled(v)
	}
	return v.Type != gjson.Null && v.String() != ""
}
