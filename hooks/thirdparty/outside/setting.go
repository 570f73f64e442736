package outside

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// hooksMember is the member of a settings file that holds the hooks. All others hold
// settings.
const hooksMember = "hooks"

// IsSetting reports whether the item is a setting, and no hook.
func (h Item) IsSetting() bool { return len(h.Path) > 0 }

// routine are settings that Claude Code writes when its person chooses something else in
// it (2.1.329: /model, /config, /effort, /output-style and the like).
var routine = []string{"model", "effortLevel", "outputStyle", "theme", "verbose", "editorMode", "alwaysThinkingEnabled", "language", "fastMode", "spinnerTipsEnabled", "prefersReducedMotion", "autoUpdatesChannel"}

// IsRoutine reports whether a setting is one that Claude Code changes for its person.
func (h Item) IsRoutine() bool { return len(h.Path) == 1 && slices.Contains(routine, h.Path[0]) }

// Name is what a person calls a setting: "env.TOKEN", "permissions.deny".
func (h Item) Name() string { return strings.Join(h.Path, ".") }

// settingsOf lists the settings of a document: of an object each of its members and of a
// list each of its elements, but a thing that has a type as a whole, such as the status
// line. What an item is of is what can be lost, and put back, alone.
func settingsOf(doc settings.Document) (all []Item) {
	each(doc, func(name string, v gjson.Result) {
		if name == hooksMember {
			return
		}
		path := settings.Path{name}
		if !v.IsObject() || v.Get("type").Exists() {
			all = append(all, itemsAt(path, v)...)
			return
		}
		v.ForEach(func(key, value gjson.Result) bool {
			if key.Str != "" {
				all = append(all, itemsAt(append(slices.Clone(path), key.Str), value)...)
			}
			return true
		})
	})
	return all
}

// itemsAt is what stands at a path: an item, or for a list one for each element.
func itemsAt(path settings.Path, v gjson.Result) (all []Item) {
	if !v.IsArray() {
		return []Item{setting(path, v.Raw, false)}
	}
	for _, element := range v.Array() {
		all = append(all, setting(path, element.Raw, true))
	}
	return all
}

func setting(path settings.Path, value string, element bool) Item {
	h := Item{Path: path, Value: value, Element: element}
	h.read()
	return h
}

// rest is the text of all members but the hooks.
func rest(doc settings.Document) string {
	var members []string
	each(doc, func(name string, v gjson.Result) {
		if name != hooksMember {
			members = append(members, settings.Quote(name)+":"+v.Raw)
		}
	})
	return "{" + strings.Join(members, ",") + "}"
}

func each(doc settings.Document, visit func(name string, v gjson.Result)) {
	if root, ok := doc.Get(); ok && root.IsObject() {
		root.ForEach(func(key, value gjson.Result) bool {
			if key.Str != "" { // which cannot be named
				visit(key.Str, value)
			}
			return true
		})
	}
}

// settingLikeness is the name of a setting. An element of a list is gone or there.
func (h Item) settingLikeness() string {
	if h.Element {
		return h.settingIdentity()
	}
	return "\x00" + strings.Join(h.Path, "\x00")
}

func (h Item) settingIdentity() string {
	return "\x00" + strings.Join(h.Path, "\x00") + "\x00=" + normal(h.Value)
}

// putBackSettings puts lost settings back. past are contents of the file, the newest
// first: what is in one of them comes back in the place and the very bytes that it had
// there.
func putBackSettings(doc settings.Document, lost []Item, past []settings.Document) (settings.Document, error) {
	lost = without(lost, settingsOf(doc))
	for _, p := range past {
		there := without(lost, without(lost, settingsOf(p)))
		if len(there) == 0 {
			continue
		}
		lost = without(lost, there)
		doc, there = asBefore(doc, p, there)
		lost = append(lost, there...)
	}
	for _, h := range lost {
		var err error
		if h.Element {
			doc, err = doc.Append(h.Path, h.Value)
		} else {
			doc, err = doc.Set(h.Path, h.Value)
		}
		if err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// asBefore puts items back as they stood in an earlier content: what takes them out of
// it is done the other way round. left are those of which the place is taken by
// something else.
func asBefore(doc, past settings.Document, lost []Item) (out settings.Document, left []Item) {
	for len(lost) > 0 {
		path, with := unit(doc, past, lost)
		lost = without(lost, with)
		taken, err := past.Delete(path)
		if edits := taken.Edits(); err == nil && len(edits) == 1 {
			taken, err = doc.Do(edits[0].Inverse())
		}
		if err != nil {
			left = append(left, with...)
			continue
		}
		doc = taken
	}
	return doc, left
}

// unit is where the first of lost items stands in a content, and which of them come back
// with it: a whole member or list that is not in the document any more, when all that it
// held is to come back, else the item alone.
func unit(doc, past settings.Document, lost []Item) (settings.Path, []Item) {
	first := lost[0]
	for n := range first.Path {
		path := first.Path[:n+1]
		if _, there := doc.Get(path...); there {
			continue
		}
		below := func(h Item) bool { return len(h.Path) <= n || !slices.Equal(h.Path[:n+1], path) }
		held := slices.DeleteFunc(settingsOf(past), below)
		if len(without(held, lost)) == 0 {
			return path, held
		}
	}
	if !first.Element {
		return first.Path, lost[:1]
	}
	v, _ := past.Get(first.Path...)
	at := slices.IndexFunc(v.Array(), func(e gjson.Result) bool { return normal(e.Raw) == normal(first.Value) })
	return append(slices.Clone(first.Path), strconv.Itoa(at)), lost[:1]
}
