package tui

import (
	"slices"
	"strconv"
	"strings"

	"neverask/tui/kit"
)

// Bar draws the line over the frame: the name of the program and the places. Where these do
// not fit, the last ones have their number alone, but for the active one; none is cut.
func (s *shell) Bar() (string, []kit.Zone) {
	named := slices.Repeat([]bool{true}, len(s.tabs))
	text, zones := s.placeNames(named)
	for i := len(named) - 1; i >= 0 && kit.Width(text) > s.Width; i-- {
		named[i] = i == s.active
		text, zones = s.placeNames(named)
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
func (s *shell) placeNames(named []bool) (text string, zones []kit.Zone) {
	titles := []string{program, ""}
	if s.state.Stopped {
		titles = []string{program + " ○ off", " ○ off"}
	}
	for _, title := range titles {
		for air := 2; air >= 0; air-- {
			if text, zones = s.drawPlaces(title, named, air); kit.Width(text) <= s.Width {
				return text, zones
			}
		}
	}
	return text, zones
}

// program is the name that stands before the places.
const program = " neverask"

// drawPlaces draws a title and the places, with their names where they have one.
func (s *shell) drawPlaces(title string, named []bool, air int) (string, []kit.Zone) {
	text := s.Styles.Name.Render(title)
	if title != "" && air == 0 {
		text += " "
	}
	zones := make([]kit.Zone, len(s.tabs))
	for i, p := range s.tabs {
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
