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

// Details is a page of facts, only to be read.
type Details struct {
	Subject string // what it is about, for the title line
	About   func(width int, st *Styles) []string
	Keys    []Binding // about it
}

// DetailsCrumb names the pages of details.
const DetailsCrumb = "Details"

// Crumb names the page.
func (*Details) Crumb() string { return DetailsCrumb }

// Page draws the layer.
func (d *Details) Page(width, _ int, st *Styles) Page {
	p := Lines(append([]string{""}, d.About(Prose(width-1), st)...))
	p.Subject = d.Subject
	return p
}

// Bindings returns its keys.
func (d *Details) Bindings() []Binding {
	return append(slices.Clone(d.Keys), Bind("back", (*Model).Back, "esc", "enter"))
}
