package status

import (
	"neverask/hooks/claude/config"
)

// What a pack may be in a settings file.
const (
	PackInstalled  = "installed"
	PackIncomplete = "incomplete" // entries are missing, or were changed
	PackStale      = "stale"      // the rules name other tools than the entry
	PackAbsent     = "absent"
)

// A PackStatus says how a pack is in a settings file.
type PackStatus struct {
	Pack   config.Pack `json:"pack"`
	State  string      `json:"state"`
	Events []string    `json:"events"` // whose entry is there
}

// There reports whether a pack is in the file, whole or not.
func (p PackStatus) There() bool { return p.State != PackAbsent }

// Pack returns how one pack is.
func (s Status) Pack(p config.Pack) PackStatus {
	for _, is := range s.Packs {
		if is.Pack == p {
			return is
		}
	}
	return PackStatus{Pack: p, State: PackAbsent}
}

// There are the packs that are in the file, whole or not.
func (s Status) There() (packs []config.Pack) {
	for _, is := range s.Packs {
		if is.There() {
			packs = append(packs, is.Pack)
		}
	}
	return packs
}
