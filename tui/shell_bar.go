package tui

import (
	"strconv"
	"strings"

	"neverask/tui/kit"
)

// Bar draws the line above the frame: the name of the program and the places, which fit the
// narrowest screen.
func (s *shell) Bar() (string, []kit.Zone) {
	text, zones := s.placeNames()
	return kit.Pad(text, s.Width), zones
}

// marked returns the number of a place, marked if the place is open, and its look.
func (s *shell) marked(i int) (string, kit.Look) {
	if i == s.active {
		return "▸" + strconv.Itoa(i+1) + " ", s.Styles.ActiveTab
	}
	return " " + strconv.Itoa(i+1) + " ", s.Styles.Tab
}

// placeNames draws the names of places, with as much space between them as there is room
// for. The name of the program gives way first. That no rule answers, or that the person
// is away, is said before them.
func (s *shell) placeNames() (text string, zones []kit.Zone) {
	titles := []string{program, ""}
	switch {
	case s.state.Stopped:
		titles = []string{program + " ○ off", " ○ off"}
	case s.state.Away:
		titles = []string{program + " ◆ away", " ◆ away"}
	}
	for _, title := range titles {
		for air := 2; air >= 0; air-- {
			if text, zones = s.drawPlaces(title, air); kit.Width(text) <= s.Width {
				return text, zones
			}
		}
	}
	return text, zones
}

// program is the name before the places.
const program = " neverask"

// drawPlaces draws a title and the places.
func (s *shell) drawPlaces(title string, air int) (string, []kit.Zone) {
	text := s.Styles.Name.Render(title)
	if title != "" && air == 0 {
		text += " "
	}
	zones := make([]kit.Zone, len(s.tabs))
	for i, p := range s.tabs {
		text += strings.Repeat(" ", air)
		zones[i].From = kit.Width(text)
		name, style := s.marked(i)
		text += style.Render(name + p.tab.Name() + " ")
		zones[i].To = kit.Width(text)
	}
	return text, zones
}
