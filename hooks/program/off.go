package program

import (
	"slices"
	"strings"

	"neverask/hooks/off"
)

// offPeriods are the periods for which the person has switched neverask off, read once per
// payload.
func (h *hook) offPeriods() ([]off.Period, error) {
	if h.off == nil {
		all, err := off.Read(h.paths.Off())
		if err != nil {
			h.complain(err)
		}
		h.off = func() ([]off.Period, error) { return all, err }
	}
	return h.off()
}

// isOff reports whether the person has switched neverask off where the session is. If the file
// cannot be read, it returns true, so that the hook is silent.
func isOff(h *hook, within func(dir string) bool) (p off.Period, is bool) {
	all, err := h.offPeriods()
	if err != nil {
		return off.Period{Since: h.env.Now()}, true
	}
	return off.Holding(all, h.env.Now(), within)
}

// isAway reports whether the person has said that they are away. It is false while neverask
// is off, and if the file cannot be read: then everything is left to the person.
func isAway(h *hook, within func(dir string) bool) bool {
	if _, is := isOff(h, within); is {
		return false
	}
	all, err := off.Read(h.paths.Away())
	if err != nil {
		h.complain(err)
		return false
	}
	_, is := off.Holding(all, h.env.Now(), within)
	return is
}

// offNote tells a person who is asked that neverask is off or, once, that it has turned on again
// by itself.
func offNote(h *hook, within func(dir string) bool) string {
	if p, is := isOff(h, within); is {
		return "neverask is off " + p.String() + "; run \"neverask on\" to end it"
	}
	all, err := h.offPeriods()
	left := off.Left(all, h.env.Now(), within)
	if err != nil || len(left) == len(all) {
		return ""
	}
	if err := off.Write(h.paths.Off(), left); err != nil {
		h.complain(err)
		return ""
	}
	return "neverask is on again: your rules answer"
}

// joined joins the lines that are not empty.
func joined(lines ...string) string {
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
}
