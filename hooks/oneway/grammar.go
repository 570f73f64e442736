package oneway

// determiner reports whether a verb form after w can only be a noun.
func determiner(w string) bool {
	switch w {
	case "a", "an", "the", "my", "your", "our", "their", "its", "his", "every", "each", "per", "which", "what", "whose",
		"another", "any", "cascading", "bulk":
		return true
	case "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer",
		"le", "la", "les", "l", "un", "une", "du", "el", "los", "las", "una", "del", "o", "os", "as", "um", "uma", "da":
		return true
	}
	return false
}

// adjective reports whether w may stand between a determiner and an act noun.
func adjective(w string) bool {
	switch w {
	case "new", "old", "next", "last", "first", "initial", "final", "full", "quick", "manual", "automatic", "automated",
		"safe", "nightly", "daily", "weekly", "failed", "failing", "pending", "planned", "upcoming", "latest", "current",
		"previous", "main", "same", "whole", "entire", "staging", "production", "prod", "database", "schema", "data", "db",
		"permanent", "canary", "actual", "real", "code", "big", "small", "minor", "major", "patch", "public":
		return true
	}
	return false
}

// pronoun reports whether w stands for an object that was named elsewhere.
func pronoun(w string) bool {
	switch w {
	case "it", "them", "this", "that", "these", "those", "all", "everything", "both", "anything", "one":
		return true
	}
	return false
}

// stops reports whether w ends the noun phrase before it.
func stops(w string) bool {
	switch w {
	case "from", "in", "on", "at", "to", "into", "onto", "of", "for", "with", "by", "after", "before", "when", "if",
		"that", "which", "who", "while", "than", "as", "about", "against", "over", "under", "via", "per", "without",
		"within", "until", "because", "since", "so", "and", "or", "but", "then", "now", "again", "too", "instead",
		"first", "anyway", "already", "here", "there", "is", "are", "be", "was", "were", "will", "should", "can",
		"could", "would", "must", "may", "might", "do", "does", "did", "have", "has", "had", "i", "we", "you", "they",
		"not", "plus", "also", "behind", "above", "below", "near", "inside", "outside", "around", "beneath", "across",
		"out", "up", "off", "away", "back", "down", "once", "right", "immediately", "today", "tonight", "through",
		"between", "like", "next", "further", "later", "need", "needs", "contain", "contains", "include", "show",
		"look", "work", "mean", "everywhere", "completely", "entirely", "permanently", "yourself", "please":
		return true
	case "aus", "von", "vom", "im", "mit", "fur", "auf", "und", "oder", "dans", "de", "en", "et", "ou", "pour",
		"sur", "y", "para", "por", "con", "com", "em", "na", "nas", "nos", "e":
		return true
	}
	return false
}

// joins reports whether w adds a further object.
func joins(w string) bool {
	switch w {
	case "and", "or", "plus", "then", "also", "und", "oder", "et", "ou", "y", "e", "o":
		return true
	}
	return false
}

// within reports whether w only says where the object of an edit is.
func within(w string) bool {
	switch w {
	case "from", "in", "across", "of", "within", "on", "throughout", "aus", "dans", "de", "en", "em", "do", "da":
		return true
	}
	return false
}

// helps reports whether w may stand between a subject and its verb.
func helps(w string) bool {
	switch w {
	case "should", "can", "could", "may", "might", "must", "will", "would", "also", "be", "able", "to", "not", "never",
		"always", "only", "automatically", "that", "then", "cannot", "cant", "shouldnt", "dont", "doesnt", "does", "do",
		"who", "ever", "silently", "immediately":
		return true
	}
	return false
}

// lets reports whether w gives a subject the freedom to do what follows "to".
func lets(w string) bool {
	switch w {
	case "allow", "allows", "let", "lets", "enable", "enables", "able", "for", "ability", "permit", "require", "requires",
		"force", "forces", "letting", "allowing", "enabling":
		return true
	}
	return false
}

// passive reports whether a participle after w is done to something.
func passive(w string) bool {
	switch w {
	case "be", "been", "being", "get", "gets", "got", "getting", "is", "are", "am", "becomes":
		return true
	}
	return false
}

// verbal reports whether a word after w is used as a verb.
func verbal(w string) bool {
	switch w {
	case "to", "i", "we", "me", "you", "and", "or", "then", "please", "lets", "not", "dont", "never", "can", "could",
		"will", "would", "shall", "must", "may", "might", "now", "also", "just", "only", "go", "yes", "simply", "auto",
		"automatically", "help", "either", "immediately", "ill", "ll", "directly", "finally", "gonna":
		return true
	}
	return false
}

// prepositional reports whether a plural or a name after w is a noun.
func prepositional(w string) bool {
	switch w {
	case "on", "of", "for", "about", "in", "with", "between", "during", "until", "since", "like", "as":
		return true
	}
	return false
}

// approves reports whether w only says yes or no, so that what follows in a
// label is its whole content.
func approves(w string) bool {
	switch w {
	case "yes", "no", "ok", "okay", "sure", "ja", "nein", "oui", "non", "si", "sim", "nao", "please", "recommended", "just",
		"now", "bitte", "a", "b", "c", "d", "1", "2", "3", "4", "them", "it", "all", "this", "alle":
		return true
	}
	return false
}

// particle reports whether w may stand between a verb and its object.
func particle(w string) bool {
	switch w {
	case "up", "on", "off", "out", "over", "in", "into", "through", "at", "with", "to", "for", "back", "down", "from",
		"by", "as", "about":
		return true
	}
	return false
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

// opensObject reports whether w begins the object of an English verb.
func opensObject(w string) bool {
	switch w {
	case "a", "an", "the", "my", "your", "our", "their", "its", "his", "her", "every", "each", "all", "any", "both",
		"these", "those", "this", "that", "it", "them", "everything", "what", "whatever", "everyone", "everybody",
		"anything", "another", "him", "me", "us", "two", "three", "four", "five", "six", "seven", "eight", "nine",
		"ten", "some", "several", "half":
		return true
	}
	return digit(w)
}

// noVerb lists words that often open a sentence before an article or pronoun
// without being a verb.
func noVerb(w string) bool {
	switch w {
	case "above", "although", "among", "around", "below", "beside", "besides", "beyond", "despite", "during", "else",
		"even", "except", "given", "how", "inside", "just", "maybe", "more", "most", "much", "near", "nor", "okay",
		"only", "onwards", "opposite", "outside", "past", "perhaps", "please", "regarding", "same", "since", "such",
		"thanks", "though", "throughout", "till", "toward", "towards", "two", "unless", "unlike", "upon", "what",
		"whatever", "where", "whereas", "wherever", "whether", "whichever", "why", "worth", "yes", "yet", "still",
		"once", "never", "always", "sometimes", "often", "today", "tomorrow", "yesterday", "later", "sure", "nothing",
		"none", "neither", "either", "half", "twice", "thrice", "another", "back", "next", "last", "less", "least",
		"many", "few", "ours", "mine", "theirs", "yours", "isn", "isnt", "arent", "wasnt", "didnt", "havent", "hasnt",
		"wont", "wouldnt", "couldnt", "arguably", "otherwise", "nowhere", "everywhere", "somewhere", "anywhere",
		"ahead", "along", "aside", "apart", "together", "alone", "too", "quite", "rather", "almost", "nearly",
		"exactly", "roughly", "minus", "times", "versus", "vs", "whose", "whom", "step", "option", "phase", "part",
		"question", "note", "context", "eli5", "eli10", "rationale", "reason", "goal", "background", "situation",
		"problem", "caveat", "tradeoff", "summary", "status", "update", "warning", "hint", "tip", "figure", "table",
		"section", "chapter", "found", "made", "got", "took", "saw", "wrote", "ran", "kept", "left", "came", "went",
		"built", "gave", "chose", "broke", "began", "felt", "held", "knew", "led", "lost", "met", "said", "spent",
		"thought", "told", "understood", "won", "has", "have", "draft", "version", "level", "batch", "round", "day",
		"week", "month", "hour", "minute", "second", "top", "bottom", "middle", "max", "min", "maximum", "minimum",
		"approx", "circa", "python", "node", "java", "react", "angular", "postgres", "ubuntu", "debian", "windows",
		"android", "ios", "macos", "http", "https", "ipv", "utf", "sha", "rfc", "iso", "vue", "svelte", "django",
		"rails", "laravel", "swift", "kotlin", "rust", "ruby", "php", "gpt", "claude", "opus", "sonnet", "haiku",
		"gemini", "llama", "port", "issue", "line", "page", "row", "column", "item", "task", "story", "sprint",
		"milestone", "release", "build", "commit", "error":
		return true
	}
	return false
}
