package jsontext

// A name is a member's name and its offset.
type name struct {
	text string
	at   int
}

// few is how many names are compared one by one, rather than with a map.
const few = 16

// names are the member names of one object.
type names struct {
	few   []name // the names of enclosing objects and, from first on, its own
	first int
	many  map[string]int
}

// with returns n with one more name, and the offset at which the object had that name before, or
// -1.
func (n names) with(text string, at int) (more names, earlier int) {
	if n.many == nil {
		own := n.few[n.first:]
		for i := range own {
			if own[i].text == text {
				return n, own[i].at
			}
		}
		if len(own) < few {
			n.few = append(n.few, name{text, at})
			return n, -1
		}
		n.many = make(map[string]int, 4*few)
		for _, o := range own {
			n.many[o.text] = o.at
		}
	}
	if earlier, twice := n.many[text]; twice {
		return n, earlier
	}
	n.many[text] = at
	return n, -1
}
