package oneway

import "slices"

import "unicode/utf8"

// field says where in a question a text stands.
type field uint8

const (
	question field = iota
	header
	label
	description
)

// hit is an act word or phrase in a sentence.
type hit struct {
	at, end int // words[at:end]
	act     act
	verb    string // its base form
	form    form
	foreign bool // from a European language other than English
}

// judge decides which act words of one field are acts. It looks at one
// sentence at a time: whatever another sentence claims changes nothing.
type judge struct {
	words []word
	field field
	code  bool // the question is about code, and about nothing that can be lost
	lists bool // the question only asks what something should contain or be called
	found func(class, word string)
	// tame are the letters and digits of the commands of the text that are known
	// to be harmless.
	tame []string

	// only lists the verbs of a question of one sentence in which every use
	// was harmless. Bare labels and headers ("Remove") echo them.
	only []string
	// named collects the verbs of the field that did not count.
	named []string
	acted bool
}

func (j *judge) run() {
	for i := 0; i < len(j.words); {
		w := &j.words[i]
		if w.foreign {
			j.found(Unreadable, w.text)
			i++
			continue
		}
		if w.cjk {
			j.cjk(i)
			i++
			continue
		}
		h, ok := j.hitAt(i)
		if !ok {
			j.giveOrder(i)
			i++
			continue
		}
		if h.act.class != "" || h.act.manner == paired {
			if !j.decide(h) && h.act.manner == paired && h.form == base {
				j.giveOrder(i)
			}
		}
		i = h.end
	}
}

func (j *judge) giveOrder(i int) {
	if j.order(i) {
		j.acted = true
		j.found(Unknown, j.words[i].text)
	}
}

// decide reports h when it counts.
func (j *judge) decide(h hit) bool {
	class, counts := j.counts(h)
	if counts && (j.echoes(h) || j.isListed(h)) {
		counts = false
	}
	if !counts {
		j.named = append(j.named, h.verb)
		return false
	}
	j.acted = true
	j.found(class, j.phrase(h))
	return true
}

// hitAt finds the act that begins at word i.
func (j *judge) hitAt(i int) (hit, bool) {
	w := &j.words[i]
	h := hit{at: i, end: i + 1, verb: w.text}
	if w.flag {
		switch w.text {
		case "hard":
			h.act = act{class: History, manner: always}
			return h, true
		case "prod", "production":
			h.act = act{class: Release, manner: always}
			return h, true
		}
	}
	if class := alwaysWord(w.text); class != "" {
		h.act = act{class: class, manner: always}
		return h, true
	}
	var buf [5]reading
	list := readings(w.text, &buf)
	for _, r := range list {
		for _, p := range phrasesFrom(r.verb) {
			if n := reach(j.words[i+1:], p.rest); n > 0 {
				h.end, h.verb, h.form = i+1+n, p.first, r.form
				h.act = act{class: p.class, manner: p.manner}
				return h, true
			}
		}
	}
	if class := actNoun(w.text); class != "" && pairedVerb(w.text).manner != 0 && (determiner(j.before(i, 1)) || adjective(j.before(i, 1))) {
		h.act = act{class: class, manner: nominal}
		return h, true
	}
	for _, r := range list {
		if a := englishVerb(r.verb); a.manner != 0 {
			h.act, h.verb, h.form = a, r.verb, r.form
			return h, true
		}
	}
	if class := actNoun(w.text); class != "" {
		h.act = act{class: class, manner: nominal}
		return h, true
	}
	if a := europeanAct(w.text); a.manner != 0 {
		h.act, h.foreign = a, true
		return h, true
	}
	return h, false
}

// counts reports whether h is an act to be done, and of which class.
func (j *judge) counts(h hit) (string, bool) {
	if h.form == third && (j.field == header || j.field == label && len(j.words) == 1) {
		return h.act.class, false // "Uploads" is a topic
	}
	if (h.verb == "cost" || h.verb == "use") && j.field != question {
		return "", false // what an option costs or needs is nothing done yet
	}
	switch h.act.manner {
	case always:
		return h.act.class, true
	case nominal:
		return h.act.class, !j.isName(h) && j.started(h)
	case nounish:
		return h.act.class, j.usedAsVerb(h) && !j.topic(h)
	case paired:
		h.act.class = j.object(h)
		return h.act.class, h.act.class != "" && !j.topic(h)
	}
	return h.act.class, !j.topic(h)
}

// echoes reports whether h stands bare in a label or header, so that it only
// repeats a verb that the question uses harmlessly, or refers to code.
func (j *judge) echoes(h hit) bool {
	if j.field != label && j.field != header || h.act.manner == always {
		return false
	}
	bare := h.at == 0 && h.end == len(j.words)
	if j.field == label {
		bare = true
		for i, w := range j.words {
			if (i < h.at || i >= h.end) && !approves(w.text) {
				return false
			}
		}
	}
	if bare && j.code && h.act.class == Delete {
		return true
	}
	return slices.Contains(j.only, h.verb)
}

// isListed reports whether h is one of the things that something should have
// or be called, and not an order with an object of its own.
func (j *judge) isListed(h hit) bool {
	if !j.lists || j.field != label || len(j.words) > maxContext {
		return false
	}
	for i := h.end; i < len(j.words); i++ {
		if w := j.words[i].text; pronoun(w) && w != "it" || determiner(w) || groups(w) != 0 {
			return false
		}
	}
	return true
}

// phrase returns the words of h as they were read.
func (j *judge) phrase(h hit) string {
	text := j.words[h.at].text
	for _, w := range j.words[h.at+1 : h.end] {
		text += " " + w.text
	}
	if len(text) > 80 {
		cut := 80
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	return text
}

// before returns the nth word before word i, "-" for a command line flag, or
// "" when the clause begins in between.
func (j *judge) before(i, n int) string {
	for k := i; k > i-n; k-- {
		if k <= 0 || j.words[k].gap >= broken {
			return ""
		}
	}
	if j.words[i-n].flag {
		return "-"
	}
	return j.words[i-n].text
}

// after returns word i when it belongs to the clause of the word before it.
func (j *judge) after(i int) string {
	if i >= len(j.words) || j.words[i].gap >= broken {
		return ""
	}
	return j.words[i].text
}

// opens reports whether word i begins a clause.
func (j *judge) opens(i int) bool {
	return i == 0 || j.words[i].gap >= broken || j.words[i].joint == '/'
}

// alwaysWord returns the class of a word that counts wherever it stands.
func alwaysWord(w string) string {
	switch w {
	case "sudo", "doas", "setfacl", "icacls", "visudo", "iptables", "ufw", "dangerously":
		return Credentials
	case "irreversible", "irreversibly", "irrevocable", "irrevocably", "permanently", "unrecoverable",
		"irrecoverable", "irrecoverably":
		return Irreversible
	case "unwiderruflich", "unumkehrbar", "endgultig", "endgueltig", "definitivement", "definitivamente", "permanentemente",
		"irreversivel":
		return Irreversible
	case "mkfs", "fdisk", "rmdir", "rmrf", "diskpart":
		return Delete
	case "forcepush", "forcepushed", "forcepushing":
		return History
	case "killall", "pkill":
		return Infrastructure
	}
	return ""
}
