package oneway

import (
	"slices"
	"unicode"
)

// gap says how far a word stands from the one before it.
type gap uint8

const (
	glued  gap = iota // no space; joint is the character between
	spaced            // the same clause
	broken            // a comma, colon, dash or bracket between
	fresh             // the first word of a sentence
)

// word is one word in folded form, or one unbroken run of Chinese or Japanese.
type word struct {
	text    string
	gap     gap
	joint   rune // between this word and the one before, when glued
	flag    bool // it follows a hyphen that starts an argument, as in --force
	quoted  bool // it stands alone between quotation marks or back-ticks
	angle   bool // it stands directly after "<"
	cjk     bool
	foreign bool // three or more letters, none in a script with a word list
}

// maxFolded bounds how much of a question is read, in bytes of folded words,
// and maxRaw how much of one text, in bytes of any kind. Nobody reads more than
// that before choosing between four options.
const (
	maxFolded = 32 << 10
	maxRaw    = 512 << 10
)

// reader turns text into words. The zero value is ready; it is reused from
// field to field and keeps count of how much it has read.
type reader struct {
	words []word
	hides bool // some text holds characters that change what a person sees
	long  bool // some text was cut

	buf   []byte
	spans []span
	read  int // bytes folded in earlier scans
	open  bool
	now   word // the open word
	known int  // its letters in a script with a word list
	alien int  // its other letters
	kana  rune // the kana just written, for a sound mark to join
	sep   separator
}

type span struct{ from, to int }

// separator is what has been seen since the last word.
type separator struct {
	gap     gap
	count   int
	last    rune
	spaces  bool
	newline bool
	bullet  bool // a list mark that opens a line
	dot     bool // a full stop, if a space follows
	hyphens int
	leading bool // the hyphens follow a space
	quote   bool // a quotation mark came directly before
}

// scan reads text and leaves its words in r.words until the next scan.
func (r *reader) scan(text string) {
	r.words, r.spans, r.buf = r.words[:0], r.spans[:0], r.buf[:0]
	r.open, r.kana, r.sep = false, 0, separator{gap: fresh}
	r.buf = slices.Grow(r.buf, min(len(text), maxFolded))
	for i, c := range text {
		if r.read+len(r.buf) > maxFolded || i > maxRaw {
			r.long = true
			break
		}
		if 'a' <= c && c <= 'z' && r.open && !r.now.cjk { // most of most texts
			r.buf, r.known = append(r.buf, byte(c)), r.known+1
			continue
		}
		switch {
		case deceptive(c):
			r.hides = true
		case c == 0x3099 || c == 0x309a || c == 0xff9e || c == 0xff9f:
			r.soundMark(c)
		case invisible(c):
			r.hides = r.hides || unseen(text, i, c)
		default:
			r.letterOrMark(c)
		}
	}
	r.mark('\n')
	r.read += len(r.buf)
	all := string(r.buf)
	for i, s := range r.spans {
		r.words[i].text = all[s.from:s.to]
	}
	r.joinLetters()
	r.dropMarkers()
}

func (r *reader) letterOrMark(c rune) {
	s, folded := fold(c)
	if s == "" {
		r.put(c, folded)
		return
	}
	for _, f := range s {
		r.put(c, f)
	}
}

func (r *reader) soundMark(mark rune) {
	joined := voiced(r.kana, mark)
	if !r.open || joined == 0 {
		return
	}
	r.buf = append(r.buf[:len(r.buf)-len(string(r.kana))], string(joined)...)
	r.kana = 0
}

// put takes one folded character; raw is the one it was folded from.
func (r *reader) put(raw, c rune) {
	switch {
	case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
		r.letter(raw, c)
	case c < 0x80:
		r.mark(c)
	case isCJK(c):
		r.ideograph(c)
	case unicode.IsLetter(c) || unicode.IsDigit(c):
		r.letter(raw, c)
	default:
		r.mark(' ')
	}
}

func isCJK(c rune) bool {
	switch {
	case c == '々', c == '〇', c == 'ー':
		return true
	case 0x3041 <= c && c <= 0x30ff, 0x4e00 <= c && c <= 0x9fff:
		return true
	}
	return c >= 0x3400 && unicode.In(c, unicode.Han)
}

func (r *reader) letter(raw, c rune) {
	if r.open && r.now.cjk {
		r.endWord()
		r.mark(' ')
	}
	if !r.open {
		if r.sep.last == '$' && '0' <= c && c <= '9' {
			r.word("usd") // an amount
		}
		r.startWord(false)
	}
	r.kana = 0
	switch {
	case c < 0x80 && (raw < 0x370 || !unicode.In(raw, unicode.Greek, unicode.Cyrillic, unicode.Armenian)):
		r.known++
		r.buf = append(r.buf, byte(c))
		return
	case c >= 0x80 && unicode.Is(unicode.Latin, c):
		r.known++
	case unicode.IsLetter(raw):
		r.alien++
	}
	r.buf = append(r.buf, string(c)...)
}

func (r *reader) ideograph(c rune) {
	if r.open && !r.now.cjk {
		r.endWord()
		r.mark(' ')
	}
	if !r.open {
		r.startWord(true)
	}
	r.kana = c
	r.buf = append(r.buf, string(c)...)
}

func (r *reader) startWord(cjk bool) {
	s := &r.sep
	w := word{gap: s.gap, cjk: cjk, quoted: s.quote, angle: s.last == '<'}
	switch {
	case s.gap >= broken:
		w.flag = s.hyphens > 0 && s.last == '-'
	case s.hyphens > 0 && s.leading && s.last == '-':
		w.gap, w.flag = spaced, true
	case s.hyphens > 0 && s.spaces || s.last == ':' && s.spaces:
		w.gap = broken
	case s.spaces:
		w.gap = spaced
	case s.count == 1:
		w.joint = s.last
	case s.count > 1 && s.last != '"':
		w.gap = broken
	}
	r.now, r.open, r.known, r.alien = w, true, 0, 0
	r.spans = append(r.spans, span{from: len(r.buf)})
	r.sep = separator{}
}

func (r *reader) endWord() {
	if !r.open {
		return
	}
	if r.words == nil {
		r.words = make([]word, 0, 64)
	}
	r.open, r.kana = false, 0
	r.spans[len(r.spans)-1].to = len(r.buf)
	r.now.foreign = r.alien >= 3 && r.known == 0
	r.words = append(r.words, r.now)
}

// mark takes a character that is no part of a word.
func (r *reader) mark(c rune) {
	if c == '\'' && r.open {
		if n := len(r.buf) - r.spans[len(r.spans)-1].from; n > 1 && string(r.buf[len(r.buf)-n:]) != "qu" {
			return // don't, user's
		}
		c = ' ' // l'ancien, qu'il
	}
	r.endWord()
	if c == '\'' || c == '`' {
		c = '"'
	}
	s := &r.sep
	if c == '&' || c == '+' {
		r.word("and")
		return
	}
	s.count++
	quote := c == '"'
	if quote && s.count == 1 && len(r.words) > 0 {
		if w := &r.words[len(r.words)-1]; w.quoted {
			w.quoted, quote = true, false
		}
	} else if s.count == 1 && len(r.words) > 0 {
		r.words[len(r.words)-1].quoted = false
	}
	s.quote = quote
	s.add(c)
}

func (s *separator) add(c rune) {
	switch c {
	case ' ', '\t', '\r', '\f':
		if s.dot || s.bullet {
			s.gap = fresh
		}
		if s.last == ':' || s.last == '-' && s.leading {
			s.raise(broken)
		}
		s.spaces = true
	case '\n', '\v':
		if s.dot || s.newline {
			s.gap = fresh
		}
		s.spaces, s.newline = true, true
	case '!', '?', ';':
		s.gap = fresh
	case ',', '(', ')', '[', ']', '{', '}', '<', '>', '|', '=':
		s.raise(broken)
	case '"':
	case '-', '*':
		s.bullet = s.newline && s.hyphens == 0
		if c == '-' {
			s.leading = s.leading || s.hyphens == 0 && (s.spaces || s.gap == fresh || s.last == '"')
			s.hyphens++
		} else {
			s.spaces = true
		}
	case '.':
		s.dot = true
	case ':', '/', '_':
	default:
		s.spaces = true
	}
	if c == '\r' || c == '\t' || c == '\f' {
		c = ' '
	}
	s.last = c
}

func (s *separator) raise(g gap) {
	if s.gap < g {
		s.gap = g
	}
}

// word adds a word that stands for a character.
func (r *reader) word(text string) {
	if r.sep.gap < spaced {
		r.sep.gap, r.sep.spaces = spaced, true
	}
	r.startWord(false)
	r.buf = append(r.buf, text...)
	r.known = len(text)
	r.endWord()
	r.sep.spaces = true
}

// joinLetters makes one word of four or more letters that stand apart, as in
// "d e l e t e". An "I" or "a" before a longer run stays by itself.
func (r *reader) joinLetters() {
	out := r.words[:0]
	for i := 0; i < len(r.words); {
		n := 0
		for i+n < len(r.words) && single(r.words[i+n]) && (n == 0 || r.words[i+n].gap <= spaced) {
			n++
		}
		if n >= 5 && (r.words[i].text == "i" || r.words[i].text == "a") {
			out = append(out, r.words[i])
			i, n = i+1, n-1
		}
		if n < 4 {
			n = max(n, 1)
			out = append(out, r.words[i:i+n]...)
			i += n
			continue
		}
		joined := r.words[i]
		letters := make([]byte, 0, 16)
		for _, w := range r.words[i : i+n] {
			letters = append(letters, w.text...)
		}
		joined.text = string(letters)
		out = append(out, joined)
		i += n
	}
	r.words = out
}

func single(w word) bool { return len(w.text) == 1 && w.text[0] >= 'a' }

// dropMarkers removes <qid:ID> and <gstack-qid:ID>. They name a question for
// programs and are not part of what it asks.
func (r *reader) dropMarkers() {
	out := r.words[:0]
	for i := 0; i < len(r.words); {
		w := r.words[i]
		n := 0
		if w.angle && w.text == "qid" {
			n = 1
		} else if w.angle && w.text == "gstack" && i+1 < len(r.words) && r.words[i+1].text == "qid" && r.words[i+1].gap == glued {
			n = 2
		}
		if n == 0 || i+n >= len(r.words) || r.words[i+n].joint != ':' {
			out = append(out, w)
			i++
			continue
		}
		for i+n < len(r.words) && r.words[i+n].gap == glued {
			n++
		}
		i += n
		if w.gap == fresh && i < len(r.words) {
			r.words[i].gap = fresh
		}
	}
	r.words = out
}
