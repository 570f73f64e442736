package control

import (
	"regexp"
	"testing"
)

func TestNewUUID(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	a, b := newUUID(), newUUID()
	if a == b || !form.MatchString(a) || !form.MatchString(b) {
		t.Errorf("got %s and %s", a, b)
	}
}
