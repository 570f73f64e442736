package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"neverask/hooks/rule/strictjson"
	"neverask/settings"
)

// A Revision is a change of one handler. What it does not name stays as it is.
type Revision struct {
	// Matcher is the new matcher of the handler, as JSON text; "null" removes
	// it, "" leaves it. A handler that shares its group with others moves to a
	// group of its own.
	Matcher string
	// Members are members of the handler as JSON text; "" removes one.
	Members map[string]string
}

// Revise changes a handler. It refuses what the client would not accept.
func Revise(doc settings.Document, at Place, r Revision) (settings.Document, error) {
	g, h, err := locate(doc, at)
	if err != nil {
		return doc, err
	}
	raw := h.Raw
	for _, name := range slices.Sorted(maps.Keys(r.Members)) {
		if raw, err = put(raw, name, r.Members[name]); err != nil {
			return doc, fmt.Errorf("%q: %w", name, err)
		}
	}
	if err := check(at.Event, r.Matcher, raw); err != nil {
		return doc, err
	}
	switch {
	case r.Matcher == "" || len(g.Handlers) == 1:
		return regroup(doc, g, func(d settings.Document) (settings.Document, error) {
			path := append(g.Path(), "hooks", strconv.Itoa(h.Index))
			for _, name := range slices.Sorted(maps.Keys(r.Members)) {
				if d, err = set(d, append(slices.Clone(path), name), r.Members[name]); err != nil {
					return d, err
				}
			}
			if r.Matcher == "" {
				return d, nil
			}
			return set(d, append(g.Path(), "matcher"), nullless(r.Matcher))
		})
	}
	rest, err := regroup(doc, g, func(d settings.Document) (settings.Document, error) {
		return d.Delete(append(g.Path(), "hooks", strconv.Itoa(h.Index)))
	})
	if err != nil {
		return doc, err
	}
	own := Group{Handlers: []Handler{{Raw: raw}}}
	return rest.Insert(g.Path()[:2], g.Index+1, group(nullless(r.Matcher), own, []int{0}))
}

func nullless(raw string) string {
	if raw == "null" {
		return ""
	}
	return raw
}

// set sets or removes a member of a document.
func set(doc settings.Document, path settings.Path, raw string) (settings.Document, error) {
	if raw != "" {
		return doc.Set(path, raw)
	}
	if _, there := doc.Get(path...); !there {
		return doc, nil
	}
	return doc.Delete(path)
}

// put is set for the text of an object.
func put(object, name, raw string) (string, error) {
	if raw == "" {
		return sjson.Delete(object, name)
	}
	if !gjson.Valid(raw) {
		return object, fmt.Errorf("%s is not JSON", raw)
	}
	return sjson.SetRaw(object, name, raw)
}

func locate(doc settings.Document, at Place) (Group, Handler, error) {
	groups, err := Read(doc)
	if err != nil {
		return Group{}, Handler{}, err
	}
	for _, g := range groups {
		if g.Event == at.Event && g.Index == at.Group && at.Handler < len(g.Handlers) {
			return g, g.Handlers[at.Handler], nil
		}
	}
	return Group{}, Handler{}, fmt.Errorf("there is no such hook: %w", settings.ErrChanged)
}

// check refuses an entry that the client (2.1.329) does not accept, or accepts
// without ever running it.
func check(event, matcher, handler string) error {
	if !gjson.Valid(handler) || !gjson.Parse(handler).IsObject() {
		return fmt.Errorf("a handler has to be a JSON object")
	}
	doc, err := settings.Document{}.Append(settings.Path{"hooks", event}, group(nullless(matcher), Group{Handlers: []Handler{{Raw: handler}}}, []int{0}))
	if err != nil {
		return err
	}
	if wrong := Rejected(doc); len(wrong) > 0 {
		_, given := membersOf(wrong[0].Part)[wrong[0].Member]
		return &strictjson.MemberError{Member: wrong[0].Member, Missing: !given, Message: wrong[0].Msg + "; " + wrong[0].Hint}
	}
	h := gjson.Parse(handler)
	if t := h.Get("timeout"); t.Exists() && t.Num <= 0 {
		return fmt.Errorf("a timeout has to be more than 0 seconds")
	}
	if m := gjson.Parse(matcher); matcher != "" && m.Type == gjson.String {
		if err := ParseMatcher(&m.Str).Err(); err != nil {
			return fmt.Errorf("the matcher is not a regular expression, so it would never fire: %w", err)
		}
	}
	for _, member := range []string{"command", "url", "server", "tool", "prompt"} {
		if v := h.Get(member); v.Type == gjson.String && v.Str == "" {
			return strictjson.Needed(member, "%q is empty", member)
		}
	}
	return nil
}
