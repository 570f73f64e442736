package outsidechanges

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// An Item is one handler, as it stood in a settings file.
type Item struct {
	Event string `json:"event"`
	// Group is the JSON text of the whole group, and At the handler's place in
	// it.
	Group string `json:"group"`
	At    int    `json:"at,omitempty"`
	// Index is the group's place among those of its event, and After the JSON
	// text of the group before it.
	Index int    `json:"index,omitempty"`
	After string `json:"after,omitempty"`

	// The results of identity and likeness, once computed.
	key, kin string
	// matcher and handler are their text in the group, once the group was read.
	matcher, handler string
}

// Parts reads the group and the handler.
func (h Item) Parts() (config.Group, config.Handler) {
	g := config.ParseGroup(h.Event, h.Group)
	g.Index = h.Index
	if h.At >= len(g.Handlers) {
		return g, config.Handler{}
	}
	return g, g.Handlers[h.At]
}

// hooksOf lists the hooks of groups in order.
func hooksOf(groups []config.Group) (all []Item) {
	for i, g := range groups {
		after := ""
		if i > 0 && groups[i-1].Event == g.Event {
			after = groups[i-1].Raw
		}
		for _, h := range g.Handlers {
			all = append(all, Item{
				Event: g.Event, Group: g.Raw, At: h.Index, Index: g.Index, After: after, matcher: matcherOf(g), handler: h.Raw,
			})
		}
	}
	return all
}

// identity is equal for two hooks that are the same by value: event, matcher and handler.
func (h Item) identity() string {
	switch {
	case h.key != "":
		return h.key
	case h.handler != "":
		return h.Event + "\x00" + h.matcher + "\x00" + normal(h.handler)
	}
	g, handler := h.Parts()
	return identify(g, handler)
}

func identify(g config.Group, h config.Handler) string {
	return g.Event + "\x00" + matcherOf(g) + "\x00" + normal(h.Raw)
}

// matcherOf returns "*" for every matcher that matches everything.
func matcherOf(g config.Group) string {
	if g.Matcher == nil || *g.Matcher == "" {
		return "*"
	}
	return *g.Matcher
}

// normal gives a JSON text one spelling. The client rewrites numbers when it rewrites a file.
func normal(raw string) string {
	var v any
	if json.Unmarshal([]byte(raw), &v) != nil {
		return raw
	}
	b, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return string(b)
}

// id returns a short name that can be typed.
func (h Item) id() string {
	sum := sha256.Sum256([]byte(h.identity()))
	return hex.EncodeToString(sum[:])[:8]
}

// alike reports whether one hook could be the other after an edit: both run the same thing at
// the same event.
func (h Item) alike(other Item) bool { return h.likeness() == other.likeness() }

func (h Item) likeness() string {
	if h.kin != "" {
		return h.kin
	}
	g, handler := h.Parts()
	return resemble(g, handler)
}

func resemble(g config.Group, h config.Handler) string {
	return fmt.Sprintf("%q %q %q %q", g.Event, h.Type, h.Summary(), h.Args)
}

// read computes the identity and likeness by which a hook is compared.
func (h *Item) read() { h.key, h.kin = h.identity(), h.likeness() }

// differ removes the common items from two lists, each as often as both have it. It first
// compares texts, which is cheap, and reads only the hooks whose texts differ.
func differ(was, is []Item) (gone, came []Item) {
	written := func(h Item) string {
		if h.handler == "" {
			return ""
		}
		return h.Event + "\x00" + h.matcher + "\x00" + h.handler
	}
	if len(was) == len(is) && (len(was) == 0 || &was[0] == &is[0]) {
		return nil, nil // the same list
	}
	gone, came = without(was, is, written), without(is, was, written)
	return without(gone, came, Item.identity), without(came, gone, Item.identity)
}

// without removes from list the items that have the same key as one in other, as often as it
// occurs there. An item without a key stays.
func without(list, other []Item, key func(Item) string) (rest []Item) {
	count := make(map[string]int, len(other))
	for _, h := range other {
		count[key(h)]++
	}
	for _, h := range list {
		if k := key(h); k != "" && count[k] > 0 {
			count[k]--
			continue
		}
		rest = append(rest, h)
	}
	return rest
}

// parse reads the hooks of a document, and returns their text too.
func parse(doc settings.Document) (items []Item, text string, err error) {
	groups, err := config.Read(doc)
	if err != nil {
		return nil, "", err
	}
	v, _ := doc.Get("hooks")
	return hooksOf(groups), v.Raw, nil
}

// readings caches the hooks of file contents, and of their "hooks" members, by text: most
// successive contents in the change log have the same hooks.
type readings struct{ contents, members map[string][]Item }

func newReadings(content []byte, member string, items []Item) readings {
	return readings{map[string][]Item{string(content): items}, map[string][]Item{member: items}}
}

// of reads the hooks in a file's content; nil means no file.
func (r readings) of(content []byte) ([]Item, error) {
	if items, known := r.contents[string(content)]; known {
		return items, nil
	}
	doc, err := settings.Parse(content)
	if err != nil {
		return nil, err
	}
	v, _ := doc.Get("hooks")
	items, known := r.members[v.Raw]
	if !known {
		if items, _, err = parse(doc); err != nil {
			return nil, err
		}
	}
	r.members[v.Raw], r.contents[string(content)] = items, items
	return items, nil
}
