package tui

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/tui/kit"
)

// Bar draws the line over the frame: the name, and the places.
func (s *shell) Bar() (string, []kit.Zone) {
	text, zones := s.placeNames()
	return kit.Pad(text, s.Width), zones
}

// placeNames draws the names of the places, with as much air between them as there is
// room for. They are worth more than the name of the program. Where they do not fit, the
// last ones have their number alone; the active one keeps its name, and none is cut.
func (s *shell) placeNames() (text string, zones []kit.Zone) {
	var named []bool
	fits := func(title string, air int) bool {
		text, zones = s.drawPlaces(title, named, air)
		return lipgloss.Width(text) <= s.Width
	}
	for i, p := range s.tabs {
		if p.under == i {
			named = append(named, true)
		}
	}
	if fits(program, 2) || fits(program, 1) || fits("", 1) || fits("", 0) {
		return text, zones
	}
	for i := len(named) - 1; i >= 0 && !fits("", 0); i-- {
		named[i] = i == s.tabs[s.active].under
	}
	return text, zones
}

// program is the name that stands before the places.
const program = " neverask"

// drawPlaces draws a title and the places. A single one is not named.
func (s *shell) drawPlaces(title string, named []bool, air int) (string, []kit.Zone) {
	text := s.Styles.Name.Render(title)
	if len(s.tabs) < 2 {
		return s.Styles.Name.Render(program), nil
	}
	var zones []kit.Zone
	for i, named := range named {
		text += strings.Repeat(" ", air)
		from := lipgloss.Width(text)
		name := strconv.Itoa(i + 1)
		if named {
			name += " " + s.tabs[i].tab.Name()
		}
		if i == s.tabs[s.active].under {
			text += s.Styles.ActiveTab.Render("▸" + name + " ")
		} else {
			text += s.Styles.Tab.Render(" " + name + " ")
		}
		zones = append(zones, kit.Zone{From: from, To: lipgloss.Width(text)})
	}
	return text, zones
}
