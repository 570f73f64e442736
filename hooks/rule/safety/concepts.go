package safety

import (
	_ "embed"
	"sort"
	"unicode/utf8"
)

// concepts holds beginnings of words that have a concept, in order: the hash of each in four bytes, and the concept's
// number in two.
//
//go:embed concepts.bin
var concepts string

// concept returns the number of a word's meaning, or 0 if it is unknown. Words of different languages share it, so
// what the models learn from one holds for the others. It looks up the longest known beginning: the whole word, four
// bytes, or three for a word of up to six.
func concept(word string) (c uint16) {
	const size = 6
	h := start('b')
	for n := 1; n <= len(word) && n <= 24; n++ {
		h = h.add(word[n-1 : n])
		if n < 2 || n < 4 && n < len(word) && !(n == 3 && (len(word) < 7 || word[0] >= utf8.RuneSelf)) {
			continue
		}
		count := len(concepts) / size
		at := sort.Search(count, func(k int) bool { return number(concepts, size*k) >= uint32(h) })
		if at < count && number(concepts, size*at) == uint32(h) {
			c = uint16(concepts[size*at+4])<<8 | uint16(concepts[size*at+5])
		}
	}
	return c
}
