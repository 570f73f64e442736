package hooks

import (
	"errors"
	"fmt"
	"strings"

	"neverask/settings/jsontext"
)

// errNotObject says why an input cannot be merged.
var errNotObject = errors.New("not a JSON object")

// Merge returns input with the members of patch: an existing member is replaced in its
// place, even by null, and a new one is added at the end. Only the top level is merged.
// Everything else keeps its order and spelling. Both must be objects without duplicate
// names.
func Merge(input, patch Value) (Value, error) {
	for _, v := range [...]struct {
		name  string
		value Value
	}{{"input", input}, {"updated input", patch}} {
		if v.value.Kind() != Object {
			return Value{}, fmt.Errorf("merge: %s: %w", v.name, errNotObject)
		}
		if m, found := v.value.Duplicate(); found {
			return Value{}, fmt.Errorf("merge: %s: %q: %w", v.name, m.Name, ErrDuplicate)
		}
	}
	replace := make(map[string]Value, patch.Len())
	for m := range patch.Members() {
		replace[m.Name] = m.Value
	}
	var out strings.Builder
	out.Grow(len(input.Raw()) + len(patch.Raw()))
	done, empty := 0, true
	for m := range input.Members() {
		empty = false
		value, ok := replace[m.Name]
		if !ok {
			continue
		}
		from := m.Value.Offset() - input.Offset()
		out.WriteString(input.Raw()[done:from])
		out.WriteString(value.Raw())
		done = from + len(m.Value.Raw())
		delete(replace, m.Name)
	}
	end := len(input.Raw()) - 1
	out.WriteString(input.Raw()[done:end])
	for m := range patch.Members() {
		if _, added := replace[m.Name]; !added {
			continue
		}
		if !empty {
			out.WriteByte(',')
		}
		empty = false
		out.Write(AppendString(nil, m.Name))
		out.WriteByte(':')
		out.WriteString(m.Value.Raw())
	}
	out.WriteByte('}')
	return jsontext.Known(out.String()), nil
}
