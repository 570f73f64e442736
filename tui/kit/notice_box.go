package kit

import "slices"

// Notice says one thing, and waits until it is read.
type Notice struct {
	Heading string
	Bad     bool
	Text    []string // paragraphs, safe to draw
	Keys    []Binding
}

// Title returns the heading of the box.
func (n *Notice) Title() string {
	if n.Bad {
		return "✗ " + n.Heading
	}
	return n.Heading
}

// Page draws the layer.
func (n *Notice) Page(width, height int, st *Styles) Page {
	var all []string
	for _, t := range n.Text {
		all = append(append(all, Spaced(height, "")...), Wrap(t, width)...)
	}
	return Lines(append(all, Spaced(height, "")...))
}

// Bindings returns its keys.
func (n *Notice) Bindings() []Binding {
	return append(slices.Clone(n.Keys), Bind("close", (*Model).Back, "enter", "esc"))
}
