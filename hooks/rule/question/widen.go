package question

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/wording"
)

// Widening is what a person lets a rule take for seen: values, in slots of its wording,
// that they need not be asked about one by one. A slot is where the fingerprint of the
// text has a placeholder.
type Widening []Width

// Width is what a person lets pass in one slot.
type Width struct {
	Slot  string   // the placeholder's name, with its number from the second on: "name", "n", "n 2"
	Only  []string // these values
	Words string   // or what [ParseWords] understands
}

// The words of a Width. A number and names of branches follow two of them.
const (
	anyNumber = "any number up to "
	anyFile   = "any file of this project"
	anyBranch = "any branch but "
	anything  = "anything"
)

// ParseWords reads what may pass in a slot, in the words of the preferences.
func ParseWords(words string) (Width, error) {
	if number, ok := strings.CutPrefix(words, anyNumber); ok {
		if _, ok := wording.CountingNumber(number); ok {
			return Width{Words: words}, nil
		}
	}
	if _, ok := strings.CutPrefix(words, anyBranch); ok {
		if w := (Width{Words: words}); !slices.ContainsFunc(w.branches(), func(b string) bool { return !wording.IsBranch(b) }) {
			return w, nil
		}
	}
	if words == anyFile || words == anything {
		return Width{Words: words}, nil
	}
	return Width{}, fmt.Errorf("%q is not understood: it may be an array of values, %q, %q, %q or %q",
		words, anyNumber+"20", anyFile, anyBranch+"main", anything)
}

// branches are those that are not any branch.
func (w Width) branches() []string {
	return strings.Split(strings.TrimPrefix(w.Words, anyBranch), ", ")
}

// largest is the largest number that passes, and 0 when none does.
func (w Width) largest() int {
	n, _ := wording.CountingNumber(strings.TrimPrefix(w.Words, anyNumber))
	return n
}

// String says in words what passes.
func (w Width) String() string {
	if w.Words != "" {
		return w.Words
	}
	return "only these " + strconv.Itoa(len(w.Only))
}

// String says in words what passes in which slot.
func (w Widening) String() string {
	all := make([]string, len(w))
	for i, width := range w {
		all[i] = width.Slot + ": " + width.String()
	}
	return strings.Join(all, ", ")
}

// Within reports whether nothing passes that did not pass with the other widening.
func (w Widening) Within(other Widening) bool {
	return !slices.ContainsFunc(w, func(width Width) bool {
		return !slices.ContainsFunc(other, width.within)
	})
}

func (w Width) within(other Width) bool {
	switch {
	case w.Slot != other.Slot:
		return false
	case other.Only != nil:
		return w.Only != nil && !slices.ContainsFunc(w.Only, func(v string) bool { return !slices.Contains(other.Only, v) })
	case other.largest() > 0:
		return w.largest() > 0 && w.largest() <= other.largest()
	case strings.HasPrefix(other.Words, anyBranch):
		return strings.HasPrefix(w.Words, anyBranch) && !slices.ContainsFunc(other.branches(), func(b string) bool { return !slices.Contains(w.branches(), b) })
	}
	return w.Words == other.Words
}

// In returns what passes in a slot; ok is false when nothing does.
func (w Widening) In(slot string) (width Width, ok bool) {
	i := slices.IndexFunc(w, func(width Width) bool { return width.Slot == slot })
	if i < 0 {
		return Width{}, false
	}
	return w[i], true
}

// With returns the widening with another width of one slot, and without one when that
// lets nothing pass.
func (w Widening) With(width Width) Widening {
	w = slices.Clone(w)
	i := slices.IndexFunc(w, func(have Width) bool { return have.Slot == width.Slot })
	switch nothing := width.Words == "" && len(width.Only) == 0; {
	case nothing && i >= 0:
		return slices.Delete(w, i, i+1)
	case nothing:
		return w
	case i >= 0:
		w[i] = width
		return w
	}
	return append(w, width)
}

// checkWidening reports what is wrong with a rule's widening as a whole. One that
// does nothing is no fault: [Rule.Idle] says why it does.
func (r Rule) checkWidening() error {
	switch {
	case len(r.Widen) == 0:
		return nil
	case r.Match.Text == "":
		return errors.New(`"widen" needs a match by text`)
	case r.OneWay != "":
		return errors.New(`"widen" does not go with "oneWay": questions about irreversible actions are only answered exactly as you saw them`)
	}
	return nil
}

// readWidening reads the member "widen" of a rule.
func readWidening(in hooks.Member, to *Widening) *strictjson.Fault {
	fault := strictjson.Members(`"widen"`, in.Value, func(m hooks.Member) *strictjson.Fault {
		if !wording.IsSlotName(m.Name) {
			return &strictjson.Fault{Offset: m.Offset, Message: fmt.Sprintf(`%q is no slot: they are called name, n, url, hash and date, from the second on "n 2"`, m.Name)}
		}
		width := Width{}
		var ok bool
		if m.Value.Kind() == hooks.Array {
			if width.Only, ok = strictjson.Texts(m.Value); !ok {
				return strictjson.Wrong(m.Value, "%q must be an array of values", m.Name)
			}
		} else {
			words, ok := m.Value.Text()
			if !ok {
				return strictjson.Wrong(m.Value, "%q must be an array of values or a string", m.Name)
			}
			var err error
			if width, err = ParseWords(words); err != nil {
				return strictjson.Wrong(m.Value, "%s", err)
			}
		}
		width.Slot = m.Name
		*to = append(*to, width)
		return nil
	})
	if fault == nil && len(*to) == 0 {
		fault = strictjson.Wrong(in.Value, `"widen" is empty`)
	}
	return fault
}

// MarshalJSON writes a widening as the preferences hold it: an object of widths by
// slot.
func (w Widening) MarshalJSON() ([]byte, error) {
	var out hooks.Writer
	out.Begin('{')
	for _, width := range w {
		if width.Only == nil {
			out.Text(width.Slot, width.Words)
			continue
		}
		out.Name(width.Slot).Begin('[')
		for _, value := range width.Only {
			out.String(value)
		}
		out.End(']')
	}
	out.End('}')
	return out.Bytes(), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (w *Widening) UnmarshalJSON(b []byte) error {
	*w = nil
	return strictjson.Unmarshal(b, w, readWidening)
}
