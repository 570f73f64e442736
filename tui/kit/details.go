package kit

import "slices"

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
