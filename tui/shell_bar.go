package tui

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/tui/kit"
)

// Bar draws the line over the frame: the name, the places, and at its end the lists under
// them where there is room for all.
func (s *shell) Bar() (string, []kit.Zone) {
	var others []int
	room := s.Width
	for i, p := range s.tabs {
		if p.under != i {
			others, room = append(others, i), room-len(" 5 ")-len(p.tab.Name())
		}
	}
	text, zones := s.placeNames(room)
	if text = kit.Pad(text, max(room, lipgloss.Width(text))); lipgloss.Width(text) > room {
		return kit.Pad(text, s.Width), zones
	}
	for _, i := range others {
		name, style := strconv.Itoa(i+1)+" "+s.tabs[i].tab.Name(), s.Styles.Tab
		if i == s.active {
			style = s.Styles.Selected
		}
		from := lipgloss.Width(text)
		text += style.Render(name) + " "
		zones = append(zones, kit.Zone{From: from, To: from + len(name)})
	}
	return text, zones
}

// placeNames draws the names of the places, with as much air between them as there is
// room for. They are worth more than the name of the program. Where they do not fit, the
// last ones have their number alone; the active one keeps its name, and none is cut.
func (s *shell) placeNames(room int) (text string, zones []kit.Zone) {
	var named []bool
	fits := func(title string, air int) bool {
		text, zones = s.drawPlaces(title, named, air)
		return lipgloss.Width(text) <= room
	}
	for i, p := range s.tabs {
		if p.under == i {
			named = append(named, true)
		}
	}
	if fits(program, 2) || fits(program, 1) {
		return text, zones
	}
	room = s.Width
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

// drawPlaces draws a title and the places.
func (s *shell) drawPlaces(title string, named []bool, air int) (string, []kit.Zone) {
	text := s.Styles.Name.Render(title)
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
