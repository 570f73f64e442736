package tui

import (
	"slices"
	"strconv"
	"strings"

	"neverask/tui/kit"
)

// Bar draws the line over the frame: the name and the places, with the lists under them
// where there is room for all. Else of these the one that is open alone. Where that does not
// fit, the last ones have their number alone; the active one keeps its name, and none is cut.
func (s *shell) Bar() (string, []kit.Zone) {
	all, some := make([]bool, len(s.tabs)), make([]bool, len(s.tabs))
	for i, p := range s.tabs {
		all[i], some[i] = true, p.under == i || i == s.active
	}
	text, zones := s.placeNames(all)
	if kit.Width(text) > s.Width {
		text, zones = s.placeNames(some)
	}
	named := slices.Clone(some)
	for i := len(named) - 1; i >= 0 && kit.Width(text) > s.Width; i-- {
		named[i] = i == s.active
		text, zones = s.drawPlaces("", some, named, 0)
	}
	return kit.Pad(text, s.Width), zones
}

// marked is the number of a place, with a mark on the one that is open, and its look.
func (s *shell) marked(i int) (string, kit.Look) {
	if i == s.active {
		return "▸" + strconv.Itoa(i+1) + " ", s.Styles.ActiveTab
	}
	return " " + strconv.Itoa(i+1) + " ", s.Styles.Tab
}

// placeNames draws the names of places, with as much air between them as there is
// room for. They are worth more than the name of the program. While no rule answers, that
// is said before them.
func (s *shell) placeNames(listed []bool) (text string, zones []kit.Zone) {
	titles := []string{program, ""}
	if s.state.Stopped {
		titles = []string{program + " ○ off", " ○ off", ""}
	}
	for _, title := range titles {
		for air := 2; air >= 0; air-- {
			if text, zones = s.drawPlaces(title, listed, listed, air); kit.Width(text) <= s.Width {
				return text, zones
			}
		}
	}
	return text, zones
}

// program is the name that stands before the places.
const program = " neverask"

// drawPlaces draws a title and those places that are listed.
func (s *shell) drawPlaces(title string, listed, named []bool, air int) (string, []kit.Zone) {
	text := s.Styles.Name.Render(title)
	if title != "" && air == 0 {
		text += " "
	}
	zones := make([]kit.Zone, len(s.tabs))
	for i, p := range s.tabs {
		if !listed[i] {
			continue
		}
		text += strings.Repeat(" ", air)
		zones[i].From = kit.Width(text)
		name, style := s.marked(i)
		if named[i] {
			name += p.tab.Name() + " "
		}
		text += style.Render(name)
		zones[i].To = kit.Width(text)
	}
	return text, zones
}
