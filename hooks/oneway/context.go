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
	case "before", "after", "during", "until", "since", "than", "versus", "vs":
		return h.form == base
	}
	if prev == "how" {
		next := j.after(h.end)
		return len(next) > 2 && next[len(next)-1] == 's'
	}
	if making(prev) || prev == "on" && uiEvent(h.verb) {
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
		switch h.act.class {
		case Delete, History, Database, Credentials, Infrastructure, "":
			// "Delete page": an order as likely as a name.
			return editable(j.words[head].text)
		}
	}
	return true
}

// head returns the last noun of the noun phrase that begins at word i, or -1.
func (j *judge) head(i int) int {
	head := -1
	for n := 0; n < 7; n++ {
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
		case w == "do" || w == "does":
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

// hasActor reports whether somebody or something in the product does h.
func (j *judge) hasActor(h hit) bool {
	to := false
	for n := 1; n <= 6; n++ {
		w := j.before(h.at, n)
		if w == "" {
			return false
		}
		if n == 1 && (w == "it" || w == "they") && j.actorOpens(h.at) {
			return true
		}
		if n == 1 && j.isPluralSubject(h.at-1) {
			return true
		}
		if actor(w) && (w != "who" || j.words[h.at-n].gap == fresh) {
			if !to {
				return true
			}
			for k := n + 1; k <= n+4; k++ {
				if lets(j.before(h.at, k)) {
					return true
				}
			}
			return j.buildsBefore(h.at - n)
		}
		if w == "able" {
			return j.isCapability(h.at - n)
		}
		if !helps(w) {
			return false
		}
		to = to || w == "to"
	}
	return false
}

// actorOpens reports whether the sentence of word i begins with a question
// about an actor, as in "should the app ask before it ...".
func (j *judge) actorOpens(i int) bool {
	from := i
	for from > 0 && from > i-maxContext && j.words[from].gap < fresh {
		from--
	}
	return from+2 < i && auxiliary(j.words[from].text) && determiner(j.words[from+1].text) && actor(j.words[from+2].text)
}

// isPluralSubject reports whether the word at i is the subject of a question
// about what some things do, as in "should bosses drop items".
func (j *judge) isPluralSubject(i int) bool {
	w := j.words[i].text
	n := len(w)
	return i > 0 && n > 3 && w[n-1] == 's' && j.words[i].gap == spaced && j.words[i-1].gap == fresh && auxiliary(j.words[i-1].text) &&
		w != "this" && w != "agents"
}

func auxiliary(w string) bool {
	return w == "should" || w == "can" || w == "do" || w == "must" || w == "may" || w == "will" || w == "does"
}

// isCapability reports whether "able" at i is said of somebody else than the
// two who are talking.
func (j *judge) isCapability(i int) bool {
	for n := 1; n <= 8; n++ {
		switch j.before(i, n) {
		case "i", "we", "me", "us", "claude":
			return false
		case "":
			return n > 1
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
	if h.act.class != Infrastructure && h.act.manner != paired || j.mentionsLive(h) {
		return false
	}
	for n := 0; n < 4; n++ {
		if w := j.after(h.end + n); local(w) && j.words[h.end+n].gap == spaced {
			return true
		} else if w == "" || w == "and" {
			return false
		}
	}
	return false
}
