package hookstate

import (
	"strings"
	"testing"

	"neverask/hooks/app/planner"
)

// TestNarrowedIsNotParked: the key of a hook that still runs does not speak of a parked one.
func TestNarrowedIsNotParked(t *testing.T) {
	for narrowed, want := range map[bool]string{true: "narrowed hook", false: "parked hook"} {
		if about := Restoring(nil, planner.Parked{Narrowed: narrowed}).About; !strings.Contains(about, want) {
			t.Errorf("narrowed %v: %s", narrowed, about)
		}
	}
}
