package kit

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// stack is the layers over a place, and the last message about them.
type stack struct {
	Host   host
	Layers []Shown
	Status string // the last message, safe to draw
	said   int    // how many messages there were

	// Generation numbers the requested plans. Results with an older number are dropped.
	Generation int
}

// Abandon drops a plan that is being made and no longer wanted.
func (s *stack) Abandon() { s.Generation++ }

// Current returns the topmost layer: the active tab if there is no other.
func (s *stack) Current() *Shown {
	if n := len(s.Layers); n > 0 {
		return &s.Layers[n-1]
	}
	return s.Host.Base()
}

// OnPlace reports whether there is no layer over the active tab.
func (s *stack) OnPlace() bool { return len(s.Layers) == 0 }

// Push puts a layer over all others, and ends the message below it.
func (s *stack) Push(l Layer) {
	s.Layers = append(s.Layers, Shown{Layer: l})
	s.Say("")
}

// Pop removes the topmost layer. A plan that is being made or shown ends with the layer that
// asked for it.
func (s *stack) Pop() {
	if s.OnPlace() {
		return
	}
	if _, over := s.Current().Layer.(dialog); !over {
		s.Generation++
	}
	s.Layers = slices.Delete(s.Layers, len(s.Layers)-1, len(s.Layers))
	s.Say("")
}

// Back is Pop as a key function.
func (s *stack) Back() tea.Cmd {
	s.Pop()
	return nil
}

// Close removes a layer, and those over it.
func (s *stack) Close(l Layer) {
	for i := range s.Layers {
		if s.Layers[i].Layer == l {
			s.Layers = s.Layers[:i]
			s.Generation++
			return
		}
	}
}

// Shows reports whether a layer is the topmost.
func (s *stack) Shows(l Layer) bool { return s.Current().Layer == l }

// Titled reports whether the topmost page has a name.
func (s *stack) Titled(crumb string) bool {
	page, ok := s.Current().Layer.(interface{ Crumb() string })
	return ok && page.Crumb() == crumb
}

// To shows a row of the topmost layer, and the rows below it.
func (s *stack) To(row int) { s.Current().top = row }

// ToPlace removes all layers.
func (s *stack) ToPlace() tea.Cmd {
	s.Layers = nil
	s.Generation++
	s.Say("")
	return nil
}
