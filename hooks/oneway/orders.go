package oneway

// Word lists can not hold every way to say that something is lost or sent.
// So an order with a verb that is in no list counts as well: "shall I yeet
// it?" is asked. Only where a word is certainly a verb is it called one: after
// "should I" and the like, or before an article or pronoun at the start of a
// question or label.

// order reports whether word i is the verb of an order and not known to be
// harmless.
func (j *judge) order(i int) bool {
	w := &j.words[i]
	if len(w.text) < 3 || w.flag || w.quoted || w.cjk || j.joined(i) || !plainLetters(w.text) || familiar(w.text) {
		return false
	}
	if j.asked(i) {
		return true
	}
	return j.imperative(i)
}

// joined reports whether word i is part of a longer name or compound.
func (j *judge) joined(i int) bool {
	return i > 0 && j.words[i].gap == glued || i+1 < len(j.words) && j.words[i+1].gap == glued
}

func plainLetters(w string) bool {
	for k := 0; k < len(w); k++ {
		if w[k] < 'a' || w[k] > 'z' {
			return false
		}
	}
	return true
}

// familiar reports whether w is known to be harmless as a verb, or is no verb.
func familiar(w string) bool {
	n := len(w)
	return harmlessVerb(w) || noVerb(w) || stops(w) || helps(w) || determiner(w) || pronoun(w) || verbal(w) ||
		w[n-2:] == "ly" || w[n-2:] == "ed" || w[n-3:] == "ing" || runs(w) || builds(w) || pairedVerb(w).manner != 0 ||
		nounishVerb(w) != ""
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
		case "me", "us", "ready", "ok", "okay", "safe", "fine", "free", "going", "about", "proceed", "allowed", "approval":
			return true
		}
	case "and":
		return first == "ahead" || n == 1 && j.after(i+1) != "" && object(j.after(i+1)) && j.asks(i)
	case "lets", "please", "ll", "ill":
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
	if next == "" || !object(next) || !j.asks(i) {
		return false
	}
	if digit(next) { // "Rent 4 machines", but not "OAuth 2.0"
		noun := j.after(i + 2)
		return noun != "" && !digit(noun) && !stops(noun) && j.words[i+2].gap == spaced
	}
	// French, Spanish and Portuguese infinitives before "a".
	n := len(j.words[i].text)
	return next != "a" || j.words[i].text[n-1] != 'r'
}

// between reports whether w may stand between "should I" and the verb.
func between(w string) bool {
	n := len(w)
	switch w {
	case "also", "just", "now", "then", "really", "first", "always", "simply", "instead", "still", "please", "rather":
		return true
	}
	return n > 3 && w[n-2:] == "ly"
}

// object reports whether w begins the object of an English verb.
func object(w string) bool {
	switch w {
	case "a", "an", "the", "my", "your", "our", "their", "its", "his", "her", "every", "each", "all", "any", "both", "these",
		"those", "this", "that", "it", "them", "everything", "everyone", "everybody", "anything", "another", "him", "me", "us",
		"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "some", "several", "half":
		return true
	}
	return digit(w)
}

func digit(w string) bool { return w != "" && '0' <= w[0] && w[0] <= '9' }

// asks reports whether the sentence of word i is a question, or at least does
// not end in a full stop.
func (j *judge) asks(i int) bool {
	for k := i; k < len(j.words) && k < i+4*maxContext; k++ {
		if k+1 == len(j.words) || j.words[k+1].gap == fresh {
			return !j.words[k].stated
		}
	}
	return true
}

// noVerb lists words that often open a sentence before an article or pronoun
// without being a verb.
func noVerb(w string) bool {
	switch w {
	case "above", "although", "among", "around", "below", "beside", "besides", "beyond", "despite", "during", "else", "even",
		"except", "given", "how", "inside", "just", "maybe", "more", "most", "much", "near", "nor", "okay", "only", "onwards",
		"opposite", "outside", "past", "perhaps", "please", "regarding", "same", "since", "such", "thanks", "though",
		"throughout", "till", "toward", "towards", "two", "unless", "unlike", "upon", "what", "whatever", "where", "whereas",
		"wherever", "whether", "whichever", "why", "worth", "yes", "yet", "still", "once", "never", "always", "sometimes",
		"often", "today", "tomorrow", "yesterday", "later", "sure", "nothing", "none", "neither", "either", "half", "twice",
		"thrice", "another", "back", "next", "last", "less", "least", "many", "few", "ours", "mine", "theirs", "yours", "isn",
		"isnt", "arent", "wasnt", "didnt", "havent", "hasnt", "wont", "wouldnt", "couldnt", "arguably", "otherwise",
		"nowhere", "everywhere", "somewhere", "anywhere", "ahead", "along", "aside", "apart", "together", "alone", "too",
		"quite", "rather", "almost", "nearly", "exactly", "roughly", "minus", "times", "versus", "vs", "whose", "whom",
		"step", "option", "phase", "part", "question", "note", "context", "eli5", "eli10", "rationale", "reason", "goal",
		"background", "situation", "problem", "caveat", "tradeoff", "summary", "status", "update", "warning", "hint", "tip",
		"figure", "table", "section", "chapter", "draft", "version", "level", "batch", "round", "day", "week", "month",
		"hour", "minute", "second", "top", "bottom", "left", "middle", "max", "min", "maximum", "minimum", "approx", "circa",
		"python", "node", "java", "react", "angular", "postgres", "ubuntu", "debian", "windows", "android", "ios", "macos",
		"http", "https", "ipv", "utf", "sha", "rfc", "iso", "vue", "svelte", "django", "rails", "laravel", "swift", "kotlin",
		"rust", "ruby", "php", "gpt", "claude", "opus", "sonnet", "haiku", "gemini", "llama", "port", "issue", "line",
		"page", "row", "column", "item", "task", "story", "sprint", "milestone", "release", "build", "commit", "error":
		return true
	}
	return false
}
