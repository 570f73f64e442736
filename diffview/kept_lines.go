package diffview

import (
	"slices"
	"sort"
	"strings"

	"neverask/settings/jsontext"
)

// run says that n lines from line a on in one file are the n lines from line b on in the
// other.
type run struct{ a, b, n int }

// deepest is how deep values are compared. Settings nest seven deep.
const deepest = 16

// kept finds the lines of array elements and member values that both files have in the same
// order. Groups look much alike, so a comparison of lines alone may take the beginning of one
// group and the end of the next for a changed group. It finds nothing in a file that is not JSON.
func kept(a, b *lines) []run {
	oldText, text := strings.TrimPrefix(a.text, "\ufeff"), strings.TrimPrefix(b.text, "\ufeff")
	old, errOld := jsontext.Parse(oldText)
	now, errNow := jsontext.Parse(text)
	if errOld != nil || errNow != nil {
		return nil
	}
	k := keeper{a: a, b: b, skipA: len(a.text) - len(oldText), skipB: len(b.text) - len(text)}
	k.value(old, now, 0)
	return k.runs
}

// keeper collects runs, in order.
type keeper struct {
	a, b         *lines
	skipA, skipB int // the byte order marks
	runs         []run
}

func (k *keeper) value(old, now jsontext.Value, depth int) {
	switch {
	case old.Raw() == now.Raw():
		k.keep(old, now)
	case depth == deepest || old.Kind() != now.Kind():
	case old.Kind() == jsontext.Array:
		k.elements(slices.Collect(old.Elements()), slices.Collect(now.Elements()), depth+1)
	case old.Kind() == jsontext.Object:
		olds, news := slices.Collect(old.Members()), slices.Collect(now.Members())
		name := func(m jsontext.Member) string { return m.Name }
		for _, m := range common(keys(olds, name), keys(news, name)) {
			k.value(olds[m.i].Value, news[m.j].Value, depth+1)
		}
	}
}

// elements compares two arrays: first it keeps the elements that are the same, then it pairs
// those between them.
func (k *keeper) elements(olds, news []jsontext.Value, depth int) {
	same := common(keys(olds, jsontext.Value.Raw), keys(news, jsontext.Value.Raw))
	between(olds, news, same, k.keep, func(olds, news []jsontext.Value) {
		alike := common(keys(olds, subject), keys(news, subject))
		pair := func(old, now jsontext.Value) { k.value(old, now, depth) }
		between(olds, news, alike, pair, func(olds, news []jsontext.Value) {
			for i := range olds {
				if len(olds) == len(news) {
					pair(olds[i], news[i])
				}
			}
		})
	})
}

// between visits the elements of two lists that match, and those between the matches.
func between(olds, news []jsontext.Value, matches []match, same func(old, now jsontext.Value),
	rest func(olds, news []jsontext.Value)) {
	i, j := 0, 0
	for _, m := range matches {
		rest(olds[i:m.i], news[j:m.j])
		same(olds[m.i], news[m.j])
		i, j = m.i+1, m.j+1
	}
	rest(olds[i:], news[j:])
}

// keep adds the lines of a value that is in both files. The first and last lines hold more
// than the value and are added only if they are the same.
func (k *keeper) keep(old, now jsontext.Value) {
	i, j := k.a.at(old.Offset()+k.skipA), k.b.at(now.Offset()+k.skipB)
	last := k.a.at(old.Offset() + k.skipA + len(old.Raw()) - 1)
	for ; i <= last && j < k.b.len(); i, j = i+1, j+1 {
		end := run{}
		if n := len(k.runs); n > 0 {
			end = k.runs[n-1]
		}
		switch {
		case i < end.a+end.n || j < end.b+end.n || k.a.line(i) != k.b.line(j):
		case end.n > 0 && i == end.a+end.n && j == end.b+end.n:
			k.runs[len(k.runs)-1].n++
		default:
			k.runs = append(k.runs, run{i, j, 1})
		}
	}
}

// at returns the line that holds an offset.
func (f *lines) at(offset int) int { return sort.SearchInts(f.starts, offset+1) - 1 }

// subject returns the value by which an element is recognised although it has changed.
func subject(v jsontext.Value) string {
	for _, name := range []string{"matcher", "command", "url", "prompt", "type"} {
		if m := v.Get(name); m.Kind() == jsontext.String {
			return m.Raw()
		}
	}
	return ""
}
