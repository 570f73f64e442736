package tui

import (
	"slices"
	"strconv"
	"strings"

	"neverask/tui/kit"
)

// Bar draws the line over the frame: the name, the places, and at its end the lists under
// them where there is room for all. Else the one that is open follows the places.
func (s *shell) Bar() (string, []kit.Zone) {
	room := s.Width
	named := make([]bool, 0, len(s.tabs))
	for i, p := range s.tabs {
		if named = append(named, p.under == i); !named[i] {
			room -= len(" 5 ") + len(p.tab.Name())
		}
	}
	text, zones := s.placeNames(named, room)
	if kit.Width(text) > room {
		named[s.active] = true
		text, zones = s.placeNames(named, s.Width)
		return kit.Pad(text, s.Width), zones
	}
	text = kit.Pad(text, max(room-1, kit.Width(text)))
	for i, p := range s.tabs {
		if p.under != i {
			name, style := s.marked(i)
			zones[i].From = kit.Width(text)
			text += style.Render(name + p.tab.Name())
			zones[i].To = kit.Width(text)
		}
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
// room for. They are worth more than the name of the program. Where they do not fit, the
// last ones have their number alone; the active one keeps its name, and none is cut. While
// no rule answers, that is said before them.
func (s *shell) placeNames(listed []bool, room int) (text string, zones []kit.Zone) {
	named := slices.Clone(listed)
	fits := func(title string, air int) bool {
		text, zones = s.drawPlaces(title, listed, named, air)
		return kit.Width(text) <= room
	}
	titles := []string{program}
	if s.state.Stopped {
		titles = []string{program + " ○ off", " ○ off"}
	}
	for _, title := range titles {
		if fits(title, 2) || fits(title, 1) {
			return text, zones
		}
	}
	if room < s.Width || fits("", 1) || fits("", 0) {
		return text, zones
	}
	for i := len(named) - 1; i >= 0 && !fits("", 0); i-- {
		named[i] = i == s.active
	}
	return text, zones
}

// program is the name that stands before the places.
const program = " neverask"

// drawPlaces draws a title and those places that are listed.
func (s *shell) drawPlaces(title string, listed, named []bool, air int) (string, []kit.Zone) {
	text := s.Styles.Name.Render(title)
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
