package diffview

import (
	"strings"
	"time"

	"github.com/sergi/go-diff/diffmatchpatch"

	"neverask/hooks/redact"
)

// ContextLines is how many unchanged lines are usually shown around a change.
const ContextLines = 3

// lineBudget bounds the search for the shortest line difference. Only files that share most
// lines in a different order come near it; the difference found by then is correct, only
// longer.
const lineBudget = 200 * time.Millisecond

// manyLines is how many changed lines may use up much of lineBudget.
const manyLines = 4000

// block is a difference: lines a0 to a1 of one file became b0 to b1 of the other.
type block struct{ a0, a1, b0, b1 int }

// hunk is a run of blocks with the unchanged lines drawn around them.
type hunk struct {
	block
	changes []block
}

// largeText is the combined size in bytes from which a single insertion or deletion is not
// compared as JSON: a comparison of lines finds it at once.
const largeText = 256 << 10

// blocks returns the blocks in which two files differ, in order.
func blocks(a, b *lines) (found []block) {
	if a.text == b.text {
		return nil
	}
	whole := block{0, a.len(), 0, b.len()}
	var stay []run
	if mid := trimmed(a, b, whole); a.len() > 1 && b.len() > 1 &&
		(mid.a0 < mid.a1 && mid.b0 < mid.b1 || len(a.text)+len(b.text) < largeText) {
		stay = kept(a, b)
	}
	var parts, gaps []block
	lines := 0
	gap := whole
	for _, r := range append(stay, run{a.len(), b.len(), 0}) {
		gap.a1, gap.b1 = r.a, r.b
		if mid := trimmed(a, b, gap); mid.lines() > 0 {
			parts, gaps = append(parts, mid), append(gaps, gap)
			lines += mid.lines()
		}
		gap.a0, gap.b0 = r.a+r.n, r.b+r.n
	}
	for i, mid := range parts {
		limit := unhurried
		if lines > manyLines {
			limit = max(lineBudget*time.Duration(mid.lines())/time.Duration(lines), time.Millisecond)
		}
		found = append(found, within(a, b, mid, gaps[i], limit)...)
	}
	return found
}

func (b block) lines() int { return b.a1 - b.a0 + b.b1 - b.b0 }

// trimmed cuts off the equal lines at both ends of a block.
func trimmed(a, b *lines, mid block) block {
	for mid.a0 < mid.a1 && mid.b0 < mid.b1 && a.line(mid.a0) == b.line(mid.b0) {
		mid.a0, mid.b0 = mid.a0+1, mid.b0+1
	}
	for mid.a0 < mid.a1 && mid.b0 < mid.b1 && a.line(mid.a1-1) == b.line(mid.b1-1) {
		mid.a1, mid.b1 = mid.a1-1, mid.b1-1
	}
	return mid
}

// within returns the blocks in which a part of two files differs. They may slide within gap,
// the space between lines that both files have.
func within(a, b *lines, mid, gap block, limit time.Duration) []block {
	found := []block{mid}
	if mid.a0 < mid.a1 && mid.b0 < mid.b1 {
		found = shortest(a, b, mid, limit)
	}
	for i := range found {
		low, high := block{a1: gap.a0, b1: gap.b0}, block{a0: gap.a1, b0: gap.b1}
		if i > 0 {
			low = found[i-1]
		}
		if i+1 < len(found) {
			high = found[i+1]
		}
		found[i] = slide(a, b, found[i], low, high)
	}
	return found
}

// shortest splits mid into the blocks of a shortest line difference.
func shortest(a, b *lines, mid block, limit time.Duration) []block {
	known := map[string]rune{}
	left, fits := encode(a, mid.a0, mid.a1, known)
	right, fits2 := encode(b, mid.b0, mid.b1, known)
	if !fits || !fits2 {
		return []block{mid}
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = limit
	var found []block
	i, j := mid.a0, mid.b0
	inBlock := false
	for _, d := range dmp.DiffMainRunes(left, right, false) {
		n := len([]rune(d.Text))
		if d.Type == diffmatchpatch.DiffEqual {
			i, j, inBlock = i+n, j+n, false
			continue
		}
		if !inBlock {
			found = append(found, block{i, i, j, j})
			inBlock = true
		}
		if d.Type == diffmatchpatch.DiffDelete {
			i += n
		} else {
			j += n
		}
		last := &found[len(found)-1]
		last.a1, last.b1 = i, j
	}
	return found
}

// encode gives each distinct line a rune, so that go-diff compares lines.
func encode(f *lines, from, to int, known map[string]rune) (runes []rune, fits bool) {
	runes = make([]rune, 0, to-from)
	for i := from; i < to; i++ {
		line := f.line(i)
		r, ok := known[line]
		if !ok {
			r = nthRune(len(known))
			known[line] = r
		}
		runes = append(runes, r)
	}
	return runes, nthRune(len(known)) <= 0x10ffff
}

// nthRune counts through the runes that survive conversion to UTF-8.
func nthRune(n int) rune {
	r := rune(n + 1)
	if r >= 0xd800 {
		r += 0x800
	}
	return r
}

// slide moves a pure insertion or deletion to where a person would draw it. If "{ new }," comes
// between two elements like it, a rotation such as "new }, {" is an equally short difference; the
// one that starts with the outermost bracket reads best.
func slide(a, b *lines, at, low, high block) block {
	if (at.a0 == at.a1) == (at.b0 == at.b1) {
		return at
	}
	f, from, to := b, at.b0, at.b1
	if at.b0 == at.b1 {
		f, from, to = a, at.a0, at.a1
	}
	up := min(at.a0-low.a1, at.b0-low.b1)
	down := min(high.a0-at.a1, high.b0-at.b1)
	best, shift := startCost(f.line(from)), 0
	for k := 1; k <= up && f.line(from-k) == f.line(to-k); k++ {
		if c := startCost(f.line(from - k)); c < best {
			best, shift = c, -k
		}
	}
	for k := 1; k <= down && f.line(from+k-1) == f.line(to+k-1); k++ {
		if c := startCost(f.line(from + k)); c < best {
			best, shift = c, k
		}
	}
	return block{at.a0 + shift, at.a1 + shift, at.b0 + shift, at.b1 + shift}
}

// startCost says how badly a block reads if it starts with this line.
func startCost(line string) int {
	text := strings.TrimLeft(line, " \t")
	cost := 2 * (len(line) - len(text))
	if text == "" || text[0] == '}' || text[0] == ']' {
		cost++
	}
	return cost
}

// hunks groups blocks whose context lines touch; a negative context means the whole file. It
// returns nil for equal files.
func hunks(a, b *lines, context int) []hunk {
	if context < 0 {
		context = max(a.len(), b.len())
	}
	var all []hunk
	for _, c := range blocks(a, b) {
		above := min(context, c.a0, c.b0)
		below := min(context, a.len()-c.a1, b.len()-c.b1)
		if n := len(all); n > 0 && c.a0-above <= all[n-1].a1 {
			all[n-1].a1, all[n-1].b1 = c.a1+below, c.b1+below
			all[n-1].changes = append(all[n-1].changes, c)
			continue
		}
		all = append(all, hunk{block{c.a0 - above, c.a1 + below, c.b0 - above, c.b1 + below}, []block{c}})
	}
	if len(all) > 0 {
		last := all[len(all)-1]
		a.named = redact.Named(a.text[:a.starts[last.a1]], false)
		b.named = redact.Named(b.text[:b.starts[last.b1]], false)
	}
	return all
}
