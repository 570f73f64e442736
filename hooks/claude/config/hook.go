package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
)

// A Hook is a handler with its group and its source.
type Hook struct {
	// ID stays the same as long as the hook does not change in its file.
	ID      string
	Source  Source
	Group   Group
	Handler Handler
}

// Hooks returns the handlers of all sources in order.
func (s Sources) Hooks() []Hook {
	n := 0
	for range s.Handlers() {
		n++
	}
	if n == 0 {
		return nil
	}
	all, ids := make([]Hook, 0, n), make(map[string]int, n)
	for _, source := range s.List {
		for _, g := range source.Groups {
			for _, h := range g.Handlers {
				hook := Hook{Source: source, Group: g, Handler: h}
				hook.ID = hook.identify(ids)
				all = append(all, hook)
			}
		}
	}
	return all
}

// Handlers is [Sources.Hooks] without their places and IDs.
func (s Sources) Handlers() iter.Seq[Handler] {
	return func(yield func(Handler) bool) {
		for _, source := range s.List {
			for _, g := range source.Groups {
				for _, h := range g.Handlers {
					if !yield(h) {
						return
					}
				}
			}
		}
	}
}

// HookID returns the ID of a handler in a file, unless another there is identical.
func HookID(file, event string, matcher *string, h Handler) string {
	filter := "\x00"
	if matcher != nil {
		filter = *matcher
	}
	sum := sha256.Sum256([]byte(file + "\x00\x00" + event + "\x00\x00" + filter + "\x00\x00" + h.Raw))
	return hex.EncodeToString(sum[:5])
}

// identify sets a hook's ID. Identical hooks are numbered.
func (h Hook) identify(ids map[string]int) string {
	id := HookID(h.Source.File, h.Group.Event, h.Group.Matcher, h.Handler)
	ids[id]++
	if n := ids[id]; n > 1 {
		return fmt.Sprintf("%s-%d", id, n)
	}
	return id
}
