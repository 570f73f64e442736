package outsidechanges

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"neverask/hooks/claude/config"
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
