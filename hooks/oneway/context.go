package oneway

// maxContext bounds how many words are looked at on either side of an act, so
// that judging a text takes time in proportion to its length.
const maxContext = 12

// topic reports whether the sentence only talks about h: as a thing with that
// name, as what the product under construction does, or as an edit of code.
func (j *judge) topic(h hit) bool {
	if j.isName(h) {
		return true
	}
	if h.foreign {
		return j.foreignTopic(h)
	}
	if h.form == past && (!j.isPassive(h) || j.isCondition(h)) {
		return true
	}
	if h.form != past {
		if j.isNoun(h) {
			return !j.started(h)
		}
		if j.isModifier(h) {
			return !j.started(h)
		}
		if j.hasActor(h) {
			return !j.mentionsLive(h)
		}
	}
	return j.isEdit(h) || j.onEvent(h) && !j.mentionsLive(h) || j.isLocal(h)
}

// isName reports whether h is part of an identifier or file name. Names that
// are run, and labels that are nothing but a name, are not only named.
func (j *judge) isName(h hit) bool {
	from, to, name := h.at, h.end, false
	for from > 0 && j.words[from].gap == glued && glues(j.words[from].joint) {
		name = name || j.words[from].joint != '/'
		from--
	}
	dotted := false
	for to < len(j.words) && j.words[to].gap == glued && glues(j.words[to].joint) {
		name = name || j.words[to].joint != '/'
		dotted = dotted || j.words[to].joint == '.'
		to++
	}
	if !name {
		return false
	}
	if from == 0 && to == len(j.words) && !dotted {
		return false
	}
	for n := 1; n <= 3; n++ {
		if w := j.before(from, n); w != "" && anyForm(w, runs) {
			return false
		}
	}
	return true
}

func glues(joint rune) bool { return joint == '.' || joint == '_' || joint == '/' }

func (j *judge) isPassive(h hit) bool {
	for n := 1; n <= 5; n++ {
		w := j.before(h.at, n)
		switch {
		case w == "":
			return false
		case n <= 3 && passive(w):
			return true
		}
		switch w {
		case "wants", "want", "needs", "need", "have", "having": // "needs the keys rotated"
			next := j.after(h.end)
			return (n > 1 || w == "need" || w == "needs") && (next == "" || stops(next) && j.words[h.end].gap == spaced)
		}
		if n >= 3 && stops(w) {
			return false
		}
	}
	return false
}

// isCondition reports whether a passive only says when something else
// happens, as in "when a record is deleted".
func (j *judge) isCondition(h hit) bool {
	for n := 1; n <= 7; n++ {
		switch j.before(h.at, n) {
		case "":
			return false
		case "be", "been", "being":
			return false
		case "when", "whenever", "if", "after", "once", "until":
			return true
		}
	}
	return false
}

// mentionsLive reports whether the sentence of h speaks of production.
func (j *judge) mentionsLive(h hit) bool {
	for i := h.at; i > 0 && i > h.at-maxContext && j.words[i].gap < fresh; i-- {
		if groups(j.words[i-1].text)&live != 0 {
			return true
		}
	}
	for i := h.end; i < len(j.words) && i < h.end+maxContext && j.words[i].gap < fresh; i++ {
		if groups(j.words[i].text)&live != 0 {
			return true
		}
	}
	return false
}

// onEvent reports whether h describes what a program does at some moment, as
// in "on logout".
func (j *judge) onEvent(h hit) bool {
	if j.firstPerson(h.at) {
		return false
	}
	for i := h.end; i+1 < len(j.words) && i < h.end+maxContext && j.words[i].gap < fresh; i++ {
		if j.words[i].text != "on" {
			continue
		}
		next := j.after(i + 1)
		if determiner(next) || next == "form" || next == "page" {
			next = j.after(i + 2)
		}
		if uiEvent(next) {
			return true
		}
	}
	return false
}

// isLocal reports whether h is done to one's own development machine.
func (j *judge) isLocal(h hit) bool {
	if h.act.class != Infrastructure || j.mentionsLive(h) {
		return false
	}
	for n := range 4 {
		if w := j.after(h.end + n); local(w) && j.words[h.end+n].gap == spaced {
			return true
		} else if w == "" || w == "and" {
			return false
		}
	}
	return false
}
