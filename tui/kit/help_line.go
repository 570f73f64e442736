package kit

import (
	"slices"
	"strings"
)

// keyGap is the number of columns between two keys of the help line.
const keyGap = 3

// helpLine draws the last line of the screen: the most useful keys.
func helpLine(m *Model) string {
	keys, _ := helpItems(m.Bindings(), m.Width, m.Styles)
	return Fit(" "+strings.Join(keys, strings.Repeat(" ", keyGap)), m.Width)
}

// helped returns the binding that the help line shows at a column; ok is false if it shows none.
func (m *Model) helped(x int) (b Binding, ok bool) {
	items, shown := helpItems(m.Bindings(), m.Width, m.Styles)
	from := 1
	for i, item := range items {
		to := from + Width(item)
		if from <= x && x < to {
			return shown[i], true
		}
		from = to + keyGap
	}
	return b, false
}

// helpItems returns the bindings of the help line, and how they are drawn: those that fit, and
// always quit and help, which says "more" if others do not fit. The rest of the line says what
// keys act on, if the whole name fits: a truncated one would end in "…", like a key that asks first.
func helpItems(all []Binding, width int, st *Styles) (items []string, shown []Binding) {
	const most = 32 // columns of an object for which others leave
	taken := func(b Binding) int { return keyGap + Width(b.Help().Key) + 1 + Width(b.Help().Desc) }
	wanted := func(b Binding) int {
		if w := Width(b.object); w > 0 && w <= most {
			return len(": ") + w
		}
		return 0
	}
	used, objects, minor, place := 1-keyGap, 0, 0, map[string]int{}
	for i, b := range all {
		if b.Quiet {
			continue
		}
		shown, place[b.Help().Key] = append(shown, b), i
		used, objects = used+taken(b), objects+wanted(b)
		if b.minor {
			minor++
		}
	}
	left, gone := len(shown), []Binding(nil)
	for ; (used > width || minor > 0 && used+objects > width) && len(shown) > 2; minor-- {
		i := leastMissed(shown)
		used, objects = used-taken(shown[i]), objects-wanted(shown[i])
		gone, shown = append(gone, shown[i]), slices.Delete(shown, i, i+1)
	}
	for _, b := range slices.Backward(gone) { // a long one that went later has left room
		if used+taken(b)+objects <= width {
			used, shown = used+taken(b), append(shown, b)
		}
	}
	slices.SortStableFunc(shown, func(a, b Binding) int { return place[a.Help().Key] - place[b.Help().Key] })
	for _, b := range shown {
		desc := b.Help().Desc
		if left > len(shown) && desc == "help" {
			desc = "more" // as wide
		}
		if w := len(": ") + Width(b.object); b.object != "" && used+w <= width {
			used += w
			text, shows := strings.CutSuffix(desc, "…")
			desc = text + ": " + b.object
			if shows {
				desc += "…"
			}
		}
		items = append(items, st.Key.Render(b.Help().Key)+" "+st.Muted.Render(desc))
	}
	return items, shown
}

// leastMissed returns the binding that leaves the line first: never help, or quit after it; esc only if
// nothing else is left; and a kept one after all but the four most useful.
func leastMissed(shown []Binding) int {
	for i := range slices.Backward(shown) {
		if shown[i].minor {
			return i
		}
	}
	gone := len(shown) - 2
	if shown[gone+1].Help().Key == "q" {
		gone--
	}
	for gone > 0 && shown[gone].Help().Key == "esc" {
		gone--
	}
	for i := gone; i >= 4; i-- {
		if !shown[i].kept && shown[i].Help().Key != "esc" {
			return i
		}
	}
	return gone
}
