package oneway

// hasActor reports whether somebody or something in the product does h.
func (j *judge) hasActor(h hit) bool {
	if j.firstPerson(h.at) {
		return false
	}
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
		w != "this" && w != "agents" && !between(w) && !noVerb(w)
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

// firstPerson reports whether the one who asks is named before word i, as in
// "should I have the server delete it".
func (j *judge) firstPerson(i int) bool {
	for n := 1; n <= maxContext; n++ {
		switch j.before(i, n) {
		case "i", "me", "claude":
			return true
		case "":
			return false
		}
	}
	return false
}
