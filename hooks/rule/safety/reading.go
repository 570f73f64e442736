package safety

import (
	"slices"
	"strconv"

	"neverask/hooks/rule/safety/shell"
)

// passage is a sentence.
type passage struct {
	part
	words   []token
	asks    bool // it ends with a question mark
	mention bool // its text mentions a command
}

func (p passage) appendFeatures(all []uint32) []uint32 {
	features(p.words, p.at, func(_, _ int, f uint32) { all = append(all, f) })
	if p.mention {
		all = append(all, start('k').feature(), start('k'+byte(p.at)+1).feature())
	}
	return all
}

// reading is the result of reading a question.
type reading struct {
	found    []Finding // findings by code, then also those of the models
	mentions []Finding // commands that are only mentioned
	leans    bool      // one of them runs a known program
	passages []passage
	shown    []passage      // those in other members, such as a preview: mostly code
	order    map[string]int // the index of each place
	size     int            // how much was read, in bytes
	words    int            // without those in other members
	added    int            // the most of these in one group, or after the sentence that asks
}

func read(q Question) *reading {
	parts := q.parts()
	r := &reading{order: make(map[string]int, len(parts))}
	for i, p := range parts {
		r.order[p.where] = i
		if r.size <= maxRead && len(r.found) < maxFindings {
			r.part(p)
		}
	}
	groups, behind := map[int]int{}, -1
	for _, p := range r.passages {
		if p.at == more {
			r.shown = append(r.shown, p)
			continue
		}
		r.words += len(p.words)
		groups[p.group] += len(p.words)
		r.added = max(r.added, groups[p.group])
		if p.at == question && behind >= 0 {
			behind += len(p.words)
			r.added = max(r.added, behind)
		} else if p.at == question && p.asks {
			behind = 0
		}
	}
	return r
}

// bound returns the score that a question as a whole has to exceed.
func (r *reading) bound(b bounds) float64 {
	if r.leans {
		return b.whole - leaning
	}
	return b.whole
}

// isBrief reports whether a question is brief without what may have been added to it.
func (r *reading) isBrief() bool { return r.words-r.added <= brief }

// part reads one text.
func (r *reading) part(p part) {
	mention := false
	prose := examine(p.text, p.at, func(class, word string) {
		if class == mentioned || class == talkedOf {
			mention, r.leans = true, r.leans || class == mentioned
			f := Finding{Command, word, p.where, 0}
			if class == mentioned && p.at != question { // an option says what would be done
				f.weight = decidable
			}
			r.mentions = append(r.mentions, f)
			return
		}
		r.report(Finding{class, word, p.where, decidable})
	})
	if r.size += len(prose); r.size > maxRead {
		r.report(Finding{Unreadable, "more than can be judged", p.where, decidable})
		return
	}
	for i, s := range sentences(prose) {
		if unknown(s) {
			r.report(Finding{Unreadable, s[0].text, p.where, decidable})
		}
		if p.at == question {
			p.group = -1 - i
		}
		r.passages = append(r.passages, passage{p, s, s[len(s)-1].asks, mention && i == 0})
	}
}

// examine reports what code finds in a text, and returns it folded and without harmless code.
func examine(text string, at field, report func(class, word string)) (prose string) {
	f := fold(text)
	if f.hides {
		report(Unreadable, "hidden characters")
	}
	if f.alien != "" {
		report(Unreadable, f.alien)
	}
	if at == header || len(f.text) > maxRead {
		return f.text
	}
	powerfulFiles(f.text, report)
	marked := false
	prose = markedCommands(f.text, at, func(class, word string) { marked = true; report(class, word) })
	if marked {
		return prose
	}
	return plainCommands(prose, at, report)
}

func (r *reading) report(all ...Finding) {
	for _, f := range all {
		same := func(g Finding) bool {
			return g.Class == f.Class && g.Word == f.Word && g.Where == f.Where || f.Class == Unreadable && g.Class == f.Class && g.Where == f.Where
		}
		if len(r.found) < maxFindings && !slices.ContainsFunc(r.found, same) {
			r.found = append(r.found, f)
		}
	}
}

// quote shows a label on one line, shortened when it is long.
func quote(s string) string { return strconv.Quote(shell.Cut(s)) }
