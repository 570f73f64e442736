package oneway

// isNoun reports whether h is used as a noun, as in "the next deploy".
func (j *judge) isNoun(h hit) bool {
	prev := j.before(h.at, 1)
	switch {
	case prev == "":
		return false
	case determiner(prev):
		return true
	case adjective(prev) && determiner(j.before(h.at, 2)):
		return true
	case j.words[h.at].quoted && j.buildsBefore(h.at): // rename it to "clear"
		return true
	case j.words[h.at].quoted && (prev == "should" || prev == "does" || prev == "is" || prev == "can"):
		return true
	}
	// "Should delete return 204?": the verb comes later, h is its subject.
	if (prev == "should" || prev == "does" || prev == "is" || prev == "are") && j.words[h.at-1].gap == fresh {
		next := j.after(h.end)
		return h.form == gerund || next != "" && !determiner(next) && !pronoun(next)
	}
	switch h.form {
	case gerund:
		if prev == "for" || prev == "of" || prev == "about" {
			return j.buildsBefore(h.at)
		}
		return making(prev)
	case third:
		if prepositional(prev) || adjective(prev) || making(prev) || prev == "hard" {
			return true
		}
	}
	switch prev {
	case "on", "upon":
		next := j.after(h.end)
		if h.form == base && h.end == h.at+1 && !determiner(next) && !pronoun(next) {
			return true
		}
	case "before", "after", "during", "until", "since", "than", "versus", "vs":
		return h.form == base
	}
	if prev == "how" {
		next := j.after(h.end)
		return len(next) > 2 && next[len(next)-1] == 's'
	}
	if making(prev) {
		return true
	}
	return false
}

// making reports whether w is a verb of making, as an order or a gerund. "logs"
// and "models" are nouns more often.
func making(w string) bool {
	return builds(w) || len(w) > 5 && w[len(w)-3:] == "ing" && anyForm(w, builds)
}

// buildsBefore reports whether a verb of making stands a few words before i.
func (j *judge) buildsBefore(i int) bool {
	for n := 1; n <= 6; n++ {
		w := j.before(i, n)
		if w == "" {
			return false
		}
		if anyForm(w, builds) || w == "have" || w == "has" || w == "need" || w == "there" {
			return true
		}
	}
	return false
}

// isModifier reports whether h is the first part of the name of a thing, as
// in "release notes" or "which delete icon".
func (j *judge) isModifier(h hit) bool {
	next := j.after(h.end)
	if next == "" || h.form != base && h.act.manner != nominal || determiner(next) || pronoun(next) {
		return false
	}
	prev := j.before(h.at, 1)
	if prev != "" && verbal(prev) {
		return false
	}
	head := j.head(h.end)
	if head < 0 || !aspect(j.words[head].text) {
		return false
	}
	if j.opens(h.at) && j.field != header {
		// "Delete page", "send links": an order as likely as a name.
		switch h.act.class {
		case Release, Message, Payment, Legal:
			return facet(j.words[head].text)
		}
		return false // isEdit knows better
	}
	return true
}

// head returns the last noun of the noun phrase that begins at word i, or -1.
func (j *judge) head(i int) int {
	head := -1
	for n := range 7 {
		w := j.after(i + n)
		k := i + n
		if w == "" || stops(w) && j.words[k].gap == spaced {
			break
		}
		if head >= 0 && (j.words[k].quoted || participle(w)) {
			continue
		}
		if !determiner(w) {
			head = k
		}
	}
	return head
}

func participle(w string) bool {
	n := len(w)
	return n > 4 && (w[n-2:] == "ed" || w[n-2:] == "ly")
}

// started reports whether the thing named by h is set going, agreed to, or
// said to happen now or in production.
func (j *judge) started(h hit) bool {
	verbs := starts
	end := h.end
	if head := j.head(h.end); head >= 0 && aspect(j.words[head].text) {
		if !runnable(j.words[head].text) {
			return false
		}
		verbs, end = runs, head+1
	}
	if h.act.class == Database && h.act.manner == nominal {
		verbs = runs
		if j.governed(h.at, func(w string) bool {
			return w == "apply" || w == "proceed" || w == "continue" || w == "confirm" || w == "do"
		}) {
			return true
		}
	}
	if j.governed(h.at, verbs) {
		return true
	}
	if h.act.manner == nominal && j.after(h.end) == "of" && !j.buildsBefore(h.at) && !j.asksHow(h.at) {
		if head := j.head(h.end + 1); head >= 0 && groups(j.words[head].text)&losses != 0 {
			return true // the deletion of all data
		}
	}
	switch next := j.after(end); next {
	case "now", "today", "tonight", "immediately":
		return true
	case "to", "into", "in", "on", "against", "auf", "en", "em", "sur", "a", "na", "no":
		if end+1 < len(j.words) && groups(j.words[end+1].text)&(live|public) != 0 {
			return true
		}
	}
	for n := 0; n < 5 && j.after(end+n) != ""; n++ { // German puts the verb last
		switch j.words[end+n].text {
		case "starten", "ausfuhren", "ausfuehren", "bestatigen", "bestaetigen", "durchfuhren", "anstossen", "freigeben":
			return true
		}
	}
	return false
}

// governed reports whether the noun at i is the object of a verb in verbs.
func (j *judge) governed(i int, verbs func(string) bool) bool {
	for n := 1; n <= 6; n++ {
		w := j.before(i, n)
		switch {
		case w == "":
			return false
		case w == "does" || w == "do" && (i == n || j.words[i-n].gap == fresh):
			return false
		case w == "do":
			return n > 1 && verbs("do")
		case j.words[i-n].gap == glued && i-n > 0 && j.words[i-n-1].text == "dry":
		case anyForm(w, verbs):
			return true
		case (w == "needs" || w == "need" || w == "requires") && n == 2:
			return determiner(j.words[i-1].text)
		case n > 1 && (w == "i" || w == "we" || w == "you" || w == "and" || w == "or"):
			return false
		}
	}
	return false
}

// asksHow reports whether the sentence of word i begins with a question word.
func (j *judge) asksHow(i int) bool {
	for n := 0; i > 0 && n < maxContext && j.words[i].gap < fresh; n++ {
		i--
	}
	switch j.words[i].text {
	case "how", "what", "which", "where", "when", "why", "who":
		return true
	}
	return false
}
