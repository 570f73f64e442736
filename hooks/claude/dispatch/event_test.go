package dispatch

import (
	"testing"

	"neverask/hooks"
)

// TestEveryEventIsDescribed: the list is that of the events, no more and no less.
func TestEveryEventIsDescribed(t *testing.T) {
	all := Events()
	if len(all) != len(hooks.Events()) {
		t.Errorf("%d of %d events", len(all), len(hooks.Events()))
	}
	for _, e := range hooks.Events() {
		if about, ok := Describe(e); !ok || about.What == "" || about.Returns == "" {
			t.Errorf("%s is not described", e)
		}
	}
}
