package safety

import (
	_ "embed"
	"encoding/binary"
	"sort"
)

// languages are the languages in Latin letters whose common words are known.
var languages = [...]string{"en", "de", "fr", "es", "pt"}

// vocabulary holds, for each language, the number of words in four bytes, and their hashes in order, in three bytes
// each, most significant first.
//
//go:embed vocabulary.bin
var vocabulary string

const hashed = 3 // bytes

// wordHash returns the hash of a word in the vocabulary.
func wordHash(word string) uint32 { return start('v').add(word).feature() }

// stem is the number of leading letters that forms of a word share.
const stem = 6

// unknown reports whether more than half of a sentence's words of three or more letters are in no known language, if
// it has at least four such words. Names and code count as known.
func unknown(s []token) bool {
	most, counted := 0, 0
	var hashes, stems [64]uint32
	for pass := 0; pass < 2 && counted == 0; pass++ {
		for i, t := range s {
			if t.cjk {
				return false
			}
			if len(t.text) < 3 || t.code || pass == 0 && t.name && i > 0 || counted == len(hashes) {
				continue
			}
			hashes[counted] = wordHash(t.text)
			if len(t.text) > stem {
				stems[counted] = wordHash(t.text[:stem] + "*")
			}
			counted++
		}
	}
	at := 0
	var english [len(hashes)]bool // English words appear in texts of all languages
	for l := range languages {
		n := int(number(vocabulary, at))
		known := 0
		for i, h := range hashes[:counted] {
			knows := func(h uint32) bool {
				word := func(k int) uint32 { return number(vocabulary, at+hashed*(k+1)) & 0xffffff }
				k := sort.Search(n, func(k int) bool { return word(k) >= h })
				return k < n && word(k) == h
			}
			is := knows(h) || stems[i] != 0 && knows(stems[i])
			if english[i] = english[i] || l == 0 && is; is || english[i] {
				known++
			}
		}
		most = max(most, known)
		at += 4 + hashed*n
	}
	return counted > 3 && 2*most < counted
}

func number(table string, at int) uint32 { return binary.BigEndian.Uint32([]byte(table[at : at+4])) }
