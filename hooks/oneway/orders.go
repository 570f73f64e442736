package oneway

import "strings"

// Word lists can not hold every way to say that something is lost or sent.
// So an order counts as well when its verb is in no list ("shall I yeet it?"),
// and when its verb may mean anything and its object is not of the workshop
// ("move the arm?"). Only where a word is certainly a verb is it called one:
// after "should I" and the like, or before an article or pronoun at the start
// of a question or label.

// order reports whether word i is the verb of an order and not known to be
// harmless.
func (j *judge) order(i int) bool {
	w := &j.words[i]
	if len(w.text) < 2 || w.flag || w.quoted || w.cjk || j.joined(i) || !plainLetters(w.text) || noVerb(w.text) {
		return false
	}
	if !j.asked(i) && !j.imperative(i) {
		return j.tersely(i)
	}
	if workshopVerb(w.text) {
		return !looks(w.text) && j.field == question && (j.inProduction(i) || j.inPublic(i))
	}
	if generalVerb(w.text) || pairedVerb(w.text).manner != 0 || nounishVerb(w.text) != "" {
		return j.field == question && !j.inWorkshop(i) && !j.runsHarmless(i)
	}
	return !familiar(w.text)
}

// tersely reports whether word i opens a question as a general verb without an
// article after it ("attach AdminAccess to the role?") and the sentence names
// something of the outer world.
func (j *judge) tersely(i int) bool {
	w := j.words[i].text
	if j.field != question || i > 0 && j.words[i].gap < fresh {
		return false
	}
	if workshopVerb(w) {
		return !looks(w) && (j.inProduction(i) || j.inPublic(i))
	}
	if !generalVerb(w) && pairedVerb(w).manner == 0 {
		return false
	}
	next := j.after(i + 1)
	if next == "" || stops(next) || joins(next) || j.after(i+2) == "or" {
		return false
	}
	return !j.staysInside(i+1) && !j.runsHarmless(i)
}

// runsHarmless reports whether word i orders a command that is known to be harmless,
// and nothing of the outer world is named behind it.
func (j *judge) runsHarmless(i int) bool {
	at := i + 1
	for fillsOrder(j.after(at)) {
		at++
	}
	for _, command := range j.tame {
		k := at
		for command != "" && k < len(j.words) && strings.HasPrefix(command, j.words[k].text) {
			command = command[len(j.words[k].text):]
			k++
		}
		if command == "" {
			return j.staysInside(k)
		}
	}
	return false
}

// inProduction reports whether the sentence says after word i that something
// is done in production.
func (j *judge) inProduction(i int) bool {
	for k := i + 1; k < len(j.words) && k < i+2*maxContext && j.words[k].gap < fresh; k++ {
		if groups(j.words[k].text)&live != 0 && !j.names(k) {
			return true
		}
	}
	return false
}

// inPublic reports whether the sentence says after word i that something is
// written where others read it, as in "in the PR".
func (j *judge) inPublic(i int) bool {
	for k := i + 1; k+1 < len(j.words) && k < i+2*maxContext && j.words[k].gap < broken; k++ {
		switch j.words[k].text {
		case "in", "on", "to", "into", "under", "across":
			for n := k + 1; n < k+4 && j.after(n) != ""; n++ {
				if j.words[n].text == "commits" && j.words[k].text != "into" && j.words[k].text != "to" {
					return true // of the past
				}
				if groups(j.words[n].text)&(tickets|audience) != 0 && !workshop(j.words[n].text) && !pronoun(j.words[n].text) && !j.names(n) {
					return true
				}
			}
		}
	}
	return false
}

// inWorkshop reports whether what the verb at i is done to is of the workshop,
// and nothing of the outer world is named beside it.
func (j *judge) inWorkshop(i int) bool {
	at := i + 1
	for n := 0; n < 2 && particle(j.after(at)); n++ {
		at++
	}
	next := j.after(at)
	if pronoun(next) && !j.isDeterminer(at) || digit(next) && j.after(at+1) == "of" {
		return j.refersToWorkshop(i) && j.staysInside(at)
	}
	head := j.head(at)
	if head < 0 {
		return j.staysInside(at)
	}
	switch j.words[i].text {
	case "make", "set", "keep", "leave", "mark": // "make the parameter optional"
		if head > at && groups(j.words[head].text) == 0 && workshop(j.words[head-1].text) {
			return j.staysInside(head + 1)
		}
	}
	w := &j.words[head]
	if !w.quoted && !workshop(w.text) && !j.identifier(head) && !j.localAround(at, head) {
		return false
	}
	return j.staysInside(head + 1)
}

// isDeterminer reports whether the pronoun at i belongs to a noun after it, as
// in "all terminals".
func (j *judge) isDeterminer(i int) bool {
	w := j.words[i].text
	next := j.after(i + 1)
	return w != "it" && w != "them" && w != "everything" && next != "" && !stops(next)
}

// outer are the nouns that an act of the workshop does not touch.
const outer = live | public | audience | tickets | money | secret | rights | data | ports | running | infra | names | terms | cloud | disk

// staysInside reports whether the rest of the sentence from word i names
// nothing of the outer world.
func (j *judge) staysInside(i int) bool {
	for n := 0; i < len(j.words) && j.words[i].gap < fresh && n < 3*maxContext; i, n = i+1, n+1 {
		w := j.words[i].text
		if groups(w)&outer != 0 && !pronoun(w) && !homonym(w) && !workshop(w) && !j.names(i) && !j.localAround(i-2, i) && !j.words[i].quoted {
			return false
		}
	}
	return true
}

// homonym reports whether w means something of the outer world only beside a
// verb that is paired with it: keys are on a keyboard more often.
func homonym(w string) bool {
	switch w {
	case "key", "keys", "token", "tokens", "data", "session", "sessions", "check", "member", "members", "env",
		"order", "orders", "entry", "entries", "main", "master":
		return true
	}
	return false
}

// localAround reports whether one of the words from from to to marks one's own
// machine, as in "the dev server".
func (j *judge) localAround(from, to int) bool {
	for k := max(from, 0); k <= to && k < len(j.words); k++ {
		if local(j.words[k].text) {
			return true
		}
	}
	return false
}

// refersToWorkshop reports whether "it" or "them" after word i stands for
// something of the workshop, named in this sentence or the one before. What
// comes later does not count: a claim at the end changes nothing.
func (j *judge) refersToWorkshop(i int) bool {
	found, sentences := false, 0
	for k := i - 1; k >= 0 && k > i-4*maxContext; k-- {
		if j.words[k+1].gap == fresh {
			if sentences++; sentences == 2 {
				break
			}
		}
		w := j.words[k].text
		switch {
		case workshop(w) || j.words[k].quoted || j.identifier(k):
			found = true
		case groups(w)&(outer|losses) != 0 && !j.names(k):
			return false
		}
	}
	return found || i == 0
}

// joined reports whether word i is part of a longer name or compound.
func (j *judge) joined(i int) bool {
	return i > 0 && j.words[i].gap == glued || i+1 < len(j.words) && j.words[i+1].gap == glued
}

// identifier reports whether word i is part of a file name or the like.
func (j *judge) identifier(i int) bool {
	return i > 0 && j.words[i].gap == glued && glues(j.words[i].joint) ||
		i+1 < len(j.words) && j.words[i+1].gap == glued && glues(j.words[i+1].joint)
}

func plainLetters(w string) bool {
	for k := 0; k < len(w); k++ {
		if w[k] < 'a' || w[k] > 'z' {
			return false
		}
	}
	return true
}

// familiar reports whether w is known not to be a verb that stands for itself.
func familiar(w string) bool {
	n := len(w)
	if n < 3 {
		return true
	}
	return noVerb(w) || stops(w) || helps(w) || determiner(w) || pronoun(w) || verbal(w) ||
		w[n-2:] == "ly" || w[n-2:] == "ed" || w[n-3:] == "ing" || runs(w) || builds(w)
}

// asked reports whether the words before i ask for leave to do it: "should
// I", "want me to", "ready to", "go ahead and".
func (j *judge) asked(i int) bool {
	n := 1
	for n < 4 && between(j.before(i, n)) {
		n++
	}
	prev, first := j.before(i, n), j.before(i, n+1)
	switch prev {
	case "i", "we":
		switch first {
		case "should", "shall", "may", "can", "could", "must", "will":
			return true
		}
	case "to":
		switch first {
		case "me", "us", "want", "like", "need", "prefer", "wish", "agree", "ready", "ok", "okay", "safe", "fine",
			"free", "going", "about", "proceed", "allowed", "approval":
			return true
		}
	case "and":
		return first == "ahead" || n == 1 && j.after(i+1) != "" && opensObject(j.after(i+1))
	case "lets", "please", "ll", "ill", "would", "will":
		return true
	}
	return false
}

// imperative reports whether word i opens a question or label and is followed
// by an object.
func (j *judge) imperative(i int) bool {
	if j.field != question && j.field != label {
		return false
	}
	prev := j.before(i, 1)
	if !j.opens(i) && prev != "then" && prev != "just" && prev != "now" {
		return false
	}
	next := j.after(i + 1)
	if next == "" || !opensObject(next) {
		return false
	}
	if digit(next) { // "Rent 4 machines", but not "OAuth 2.0"
		k := i + 2
		for digit(j.after(k)) && j.words[k].gap == glued {
			k++
		}
		noun := j.after(k)
		return !workshop(j.words[i].text) && noun != "" && !digit(noun) && !stops(noun) && j.words[k].gap == spaced
	}
	// French, Spanish and Portuguese infinitives before "a".
	n := len(j.words[i].text)
	return next != "a" || j.words[i].text[n-1] != 'r'
}

// digit reports whether w begins with a digit.
func digit(w string) bool { return w != "" && '0' <= w[0] && w[0] <= '9' }
