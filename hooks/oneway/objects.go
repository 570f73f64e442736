package oneway

// losses are the nouns whose removal is a loss even when the sentence begins
// like an edit of code.
const losses = files | disk | data | schema | work | branches | live | secret | rights | guard | running | infra | money | names | cloud

// object returns the class that the object of a paired verb makes it, or ""
// when the verb is harmless here.
func (j *judge) object(h hit) string {
	if h.form == base && ambiguous(h.verb) {
		prev := j.before(h.at, 1)
		if prev != "" && !verbal(prev) && !loose(prev) {
			return ""
		}
	}
	if h.form == past {
		return j.objectBefore(h)
	}
	if h.foreign {
		for i := h.at - 1; i >= 0 && i > h.at-8 && j.words[i+1].gap < broken; i-- {
			if g := groups(j.words[i].text) & h.act.with; g != 0 {
				return g.class()
			}
		}
	}
	class := j.target(h)
	for i := h.end; i < h.end+10 && i < len(j.words); i++ {
		w := &j.words[i]
		if (w.text == "with" || w.text == "by") && (h.verb == "replace" || h.verb == "swap") || moment(w.text) {
			break
		}
		if w.gap == fresh || w.gap == broken && !joins(w.text) && i > h.end && !w.quoted {
			break
		}
		if g := groups(w.text) & h.act.with; g != 0 && !j.names(i) {
			if g != live {
				return g.class()
			}
			class = g.class()
		}
	}
	if class != "" || h.act.class == "" {
		return class
	}
	next := j.after(h.end)
	if next == "" && (j.field != header || h.at > 0) || pronoun(next) || next == "now" || next == "what" || next == "whatever" || joins(next) {
		return h.act.class
	}
	return ""
}

// moment reports whether w begins the part of a sentence that says when.
func moment(w string) bool {
	switch w {
	case "before", "after", "when", "while", "until", "once", "whenever":
		return true
	}
	return false
}

// target returns the class of what is done to the place that a preposition
// names, as in "install it on the server" and "write it to the database".
func (j *judge) target(h hit) string {
	switch h.verb {
	case "install", "copy", "apply", "load", "try", "write", "import", "sync":
	default:
		if h.act.with&live == 0 || !runs(h.verb) {
			return ""
		}
	}
	want := running | cloud | live
	if h.verb == "write" || h.verb == "copy" || h.verb == "load" || h.verb == "import" || h.verb == "sync" {
		want |= data
	}
	for i := h.end; i+1 < len(j.words) && i < h.end+maxContext && j.words[i].gap < broken; i++ {
		switch j.words[i].text {
		case "on", "onto", "against", "to", "at", "into":
			for k := i + 1; k < i+5 && j.after(k) != ""; k++ {
				if g := groups(j.words[k].text) & want; g != 0 && !j.names(k) && !local(j.words[k-1].text) {
					return g.class()
				}
			}
		}
	}
	return ""
}

// loose reports whether w is an adverb or the like that may stand before a
// verb without saying so.
func loose(w string) bool {
	n := len(w)
	if n > 3 && w[n-2:] == "ly" {
		return true
	}
	switch w {
	case "instead", "still", "again", "first", "next", "always", "better", "rather", "soon", "already", "team", "script",
		"bot", "agent", "job", "claude", "ok", "okay", "safe", "ready", "want", "need", "try":
		return true
	}
	return false
}

// objectBefore looks for the object of a passive: "should the keys be
// rotated".
func (j *judge) objectBefore(h hit) string {
	if !j.isPassive(h) {
		return ""
	}
	for i := h.at - 1; i >= 0 && i >= h.at-8; i-- {
		if g := groups(j.words[i].text) & h.act.with; g != 0 && !j.names(i) {
			return g.class()
		}
		if j.words[i].gap >= broken {
			break
		}
	}
	if prev := j.before(h.at, 2); prev == "will" || prev == "would" {
		return h.act.class // "will be replaced"
	}
	return ""
}

// names reports whether the noun at i is only part of the name of a thing, as
// "production" in "production build".
func (j *judge) names(i int) bool {
	next := j.after(i + 1)
	switch next {
	case "":
		return false
	case "request", "requests":
		return j.words[i].text != "pull"
	case "build", "builds", "bundle", "ready", "grade", "quality", "dependencies", "mode":
		return true
	}
	if i+2 < len(j.words) && j.words[i+2].gap == glued {
		return false // system-wide
	}
	return aspect(next) && !stops(next) && next != "space"
}

// isEdit reports whether h removes something from source code or text.
func (j *judge) isEdit(h hit) bool {
	if h.act.class != Delete && h.verb != "release" {
		return false
	}
	if h.form == past {
		for i := h.at - 1; i >= 0 && i > h.at-maxContext && j.words[i+1].gap < broken; i-- {
			if groups(j.words[i].text)&losses != 0 && !j.names(i) {
				return false
			}
		}
		i := h.at - 1
		for i > 0 && j.words[i].gap < broken && (passive(j.words[i].text) || helps(j.words[i].text)) {
			i--
		}
		return i >= 0 && editable(j.words[i].text) && j.harmless(h.end)
	}
	head := j.head(h.end)
	if h.verb == "release" {
		return head >= 0 && releasable(j.words[head].text)
	}
	if head < 0 || !editable(j.words[head].text) || j.identifier(head) {
		return j.refersToCode(h, head)
	}
	for i := h.end; i < head; i++ { // customer comments, firewall rules
		if w := j.words[i].text; groups(w)&(outer|guard)&^data != 0 && !homonym(w) && !pronoun(w) {
			return false
		}
	}
	if j.words[head].text == "support" && j.after(head+1) == "for" {
		return true // drop support for an old version
	}
	if next := j.after(head + 1); joins(next) && !j.joinsEdit(head+2) {
		return false
	}
	return j.harmless(head + 1)
}

// refersToCode reports whether h acts on "them" or "the unused ones", and only
// code was named before, in this sentence or the one before it.
func (j *judge) refersToCode(h hit, head int) bool {
	next := j.after(h.end)
	if next == "one" || next == "both" || next == "all" {
		next = j.after(h.end + 2) // one of them
	}
	if (head < 0 || j.words[head].text != "ones") && next != "it" && next != "them" {
		return false
	}
	code, sentences := false, 0
	for i := h.at - 1; i >= 0 && i > h.at-2*maxContext; i-- {
		if j.words[i+1].gap == fresh {
			if sentences++; sentences == 2 {
				break
			}
		}
		if groups(j.words[i].text)&losses != 0 && !j.names(i) {
			return false
		}
		code = code || editable(j.words[i].text)
	}
	return code && j.harmless(h.end)
}

// joinsEdit reports whether what follows "and" is one more edit: a further
// part of the code, or a verb of editing.
func (j *judge) joinsEdit(i int) bool {
	switch w := j.after(i); w {
	case "add", "use", "run", "fix", "keep", "replace", "rename", "format", "update", "simplify", "sort", "move",
		"inline", "convert", "refactor", "reformat", "let", "make", "leave", "switch", "return", "extract", "remove",
		"delete", "drop":
		return true
	case "":
		return false
	}
	head := j.head(i)
	return head >= 0 && editable(j.words[head].text)
}

// harmless reports whether nothing that can be lost is named from word i to
// the end of the sentence, other than as the place of an edit.
func (j *judge) harmless(i int) bool {
	place := false
	for n := 0; i < len(j.words) && j.words[i].gap < fresh; i, n = i+1, n+1 {
		if n > 3*maxContext {
			return false
		}
		w := j.words[i].text
		if within(w) {
			place = true
			continue
		}
		if joins(w) || j.words[i].gap == broken {
			place = false
		}
		g := groups(w) & losses
		if g == 0 || j.names(i) {
			continue
		}
		if !place || g&^(files|branches) != 0 {
			return false
		}
	}
	return true
}

// usedAsVerb reports whether a word that is as often a noun is a verb here.
func (j *judge) usedAsVerb(h hit) bool {
	prev := j.before(h.at, 1)
	switch h.form {
	case past:
		return j.isPassive(h)
	case gerund:
		return true
	case third:
		switch prev {
		case "this", "it", "that", "which", "also", "and", "then":
			return true
		}
		return j.opens(h.at) && j.takesObject(h)
	}
	if verbal(prev) || prev != "" && loose(prev) {
		return true
	}
	if j.isNoun(h) {
		return j.started(h)
	}
	if !j.opens(h.at) {
		return false
	}
	return j.takesObject(h)
}

// takesObject reports whether what follows h is what a verb would act on.
func (j *judge) takesObject(h hit) bool {
	next := j.after(h.end)
	switch {
	case h.verb == "check":
		return next == "" // "check out": to pay, not to look at
	case j.field == header && next != "" && !determiner(next) && !pronoun(next):
		return next == "now" || next == "to" || next == "out"
	case next == "or" && h.end+2 < len(j.words) && aspect(j.words[h.end+2].text):
		return false // a push or pull model
	case next == "":
		return h.verb == "push" || h.verb == "release" || h.verb == "backfill" || j.field == label
	case determiner(next), pronoun(next), joins(next), '0' <= next[0] && next[0] <= '9':
		return true
	case groups(next)&(audience|remote|work|tickets|releases|branches|live|public) != 0:
		return !j.names(h.end)
	}
	switch next {
	case "to", "now", "out", "changes", "code", "today", "tonight", "immediately", "directly", "upstream", "with", "back":
		return true
	}
	return false
}
