package settings

import (
	"slices"
	"strings"
	"sync"
)

// outline remembers the containers of a text that were read: in a large file, finding
// them again at every edit would cost more than the edit.
type outline struct {
	mu          sync.Mutex
	known       map[string]container
	checkpoints []checkpoint // of the text, once a position was requested
	derived     sync.Map     // what others have derived from the text
}

func (o *outline) get(path Path) (container, bool) {
	if o == nil {
		return container{}, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	c, ok := o.known[path.String()]
	return c, ok
}

func (o *outline) add(c container) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.known == nil {
		o.known = map[string]container{}
	}
	o.known[c.path.String()] = c
}

// after returns the outline after n bytes at an offset were replaced by delta more. It
// forgets a container that overlaps the place, unless the place is inside one of its
// items.
func (o *outline) after(at, n, delta int) *outline {
	next := &outline{known: map[string]container{}}
	if o == nil {
		return next
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for key, c := range o.known {
		switch {
		case c.end <= at:
			next.known[key] = c
		case c.start >= at+n:
			next.known[key] = c.shifted(at+n, delta)
		case slices.ContainsFunc(c.items, func(it item) bool { return it.value <= at && at+n <= it.end }):
			next.known[key] = c.shifted(at+n, delta)
		}
	}
	return next
}

// forget drops a container whose items were added or removed. Those below an array go
// with it, because their paths may have changed.
func (o *outline) forget(c container) {
	o.mu.Lock()
	defer o.mu.Unlock()
	path := c.path.String()
	delete(o.known, path)
	for key := range o.known {
		if !c.object && strings.HasPrefix(key, path+"/") {
			delete(o.known, key)
		}
	}
}
