package tui

// notice says one thing and waits until it is read.
type notice struct {
	heading string
	bad     bool
	text    []string // paragraphs, safe to draw
}

func (n *notice) title() string {
	if n.bad {
		return "✗ " + n.heading
	}
	return n.heading
}

func (n *notice) page(width, height int, st *styles) page {
	var all []string
	for _, t := range n.text {
		all = append(append(all, spaced(height, "")...), wrap(t, width)...)
	}
	return lines(append(all, spaced(height, "")...))
}

func (n *notice) bindings() []binding {
	return []binding{bind("close", (*model).back, "enter", "esc")}
}
