package question

// The ranks of rules: the lower one wins. A rule has the rank of the most specific field of
// its match.
const (
	rankMarker = iota
	rankExact
	rankText
	rankOptionsHeader
	rankHeader
	rankOptions
	rankPattern
	rankSource
	rankTool
	rankNone
)

var rankNames = [...]string{"marker", "exact", "text", "options and header",
	"header", "options", "pattern", "source", "tool", "nothing"}

func (r Rule) rank() int {
	m := r.Match
	switch {
	case m.Marker != "":
		return rankMarker
	case m.Exact != "":
		return rankExact
	case m.Text != "":
		return rankText
	case m.Options != nil && m.Header != "":
		return rankOptionsHeader
	case m.Header != "":
		return rankHeader
	case m.Options != nil:
		return rankOptions
	case m.Pattern != "":
		return rankPattern
	case m.Source != "":
		return rankSource
	case m.Tool != "":
		return rankTool
	}
	return rankNone
}

// caution orders modes for rules of equal rank: the most careful wins.
func caution(r Rule) int {
	switch {
	case r.Mode == AlwaysAsk:
		return 0
	case r.Mode == PreferMode:
		return 1
	case r.Mode == AskOnlyForOneWay:
		return 2
	case r.OneWay == "":
		return 3
	}
	return 4
}

// strongest returns the matching rules of the highest rank, the most careful first. Rules with
// a project outrank those without.
func strongest(c Call, q Question, id Identity, rules Rules, at Situation, trace *Trace) []Rule {
	var top []Rule
	for _, r := range rules.For(c, q, id) {
		if why := unusable(r, c, q, id, at); why != "" {
			trace.rejected(r, why)
			continue
		}
		trace.candidate(r)
		top = contend(top, r)
	}
	trace.strongest(top)
	return top
}

// contend adds a rule to the strongest so far, replaces them by it, or ignores it.
func contend(top []Rule, r Rule) []Rule {
	if len(top) > 0 {
		switch order := strength(r) - strength(top[0]); {
		case order > 0:
			return top
		case order < 0:
			top = top[:0]
		}
	}
	top = append(top, r)
	if n := len(top) - 1; caution(r) < caution(top[0]) {
		top[0], top[n] = r, top[0]
	}
	return top
}

func strength(r Rule) int {
	if r.Project != "" {
		return r.rank()
	}
	return rankNone + r.rank()
}
