package question

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
)

var sameDraws = flag.Int("same.draws", 10_000, "how many rules, calls and histories TestOnlyTheSameIsAnswered draws")

// drawn is a question as its parts were drawn, with the answer that a person gave.
type drawn struct {
	server, target string // who asks, and a member of the call beside the questions
	family         int    // of its words
	value, header  string
	marker         string
	footer         string // a member of the question that nobody knows
	multi          bool
	labels         []string // in order
	mark, effort   string   // on the first label, and on all
	described      map[string][2]string
	chosen         int // of the labels
	typed          string
	note, open     bool
	by             AnsweredBy
	session        string
}

// families are texts that do not read alike; the last one is about what cannot be undone.
var families = []string{
	"Which color is better for the heading of the page %s?",
	"Soll jener Zug bald enden oder noch fahren %s?",
	"Delete the production database after the heading of the page %s?",
}

const dangerous = 2

// act is a description, and a header, that speaks of an act.
const act = "removed"

var labelSets = [][]string{{"Yes", "No"}, {"Keep both versions", "Next area"}, {"Keep both versions", "Next area", "Later"}, {"OK", "Cancel", "Continue"}}

// draw makes a question of few parts, so that two of them are often the same but for one.
func draw(r *rand.Rand) drawn {
	of := func(all ...string) string { return all[r.IntN(len(all))] }
	d := drawn{
		server: of("", "", "", "srv"), target: of("", "", "", "blue"), family: []int{0, 0, 0, 1, 2}[r.IntN(5)],
		value: of("a.go", "a.go", "A.go", "b.go", "$5", "$6", "`npm test`", "`go vet ./...`"), header: of("H", "H", "H", "H", "H", "H", "G", "G", "G", act), marker: of("m", "m", "m", "n"),
		footer: of("", "", "", "", "", "", "", "", "", "f"), multi: r.IntN(8) == 0, labels: slices.Clone(labelSets[r.IntN(len(labelSets))]),
		mark: of("", "", " (Recommended)", " [recommended]", " (recommended — smaller)", " (Recommended, both of it)"), effort: of("", "", " (human: ~2h / CC: ~5min)", " (CC: ~1min)", " (both pages)"),
		described: map[string][2]string{}, by: AnsweredInDialog, session: of("1", "2", "3"), open: r.IntN(6) == 0,
	}
	for _, label := range d.labels {
		d.described[label] = [2]string{of("", "", "", "", "", "d", "d", "d", act), of("", "", "", "", "", "", "", "", "", "", "", "p")}
	}
	if r.IntN(3) == 0 {
		r.Shuffle(len(d.labels), func(i, j int) { d.labels[i], d.labels[j] = d.labels[j], d.labels[i] })
	}
	d.answer(r)
	return d
}

// changed returns the question with one part of another one.
func (d drawn) changed(r *rand.Rand, other drawn) drawn {
	described := maps.Clone(d.described)
	label := d.labels[r.IntN(len(d.labels))]
	told := described[label]
	d.labels = slices.Clone(d.labels)
	switch r.IntN(12) {
	case 0:
		d.server = other.server
	case 1:
		d.target = other.target
	case 2:
		d.value = other.value
	case 3:
		d.header = other.header
	case 4:
		d.footer = "f"
	case 5:
		told[0] = "another"
	case 6:
		told[1] = "p"
	case 7:
		d.mark = other.mark
	case 8:
		d.effort = other.effort
	case 9:
		d.marker = other.marker
	case 10:
		d.multi = true
	default:
		d.labels[0], d.labels[1] = d.labels[1], d.labels[0]
		d.chosen = slices.Index(d.labels, other.labels[0]) // which may be another one
		d.chosen = max(d.chosen, 0)
	}
	described[label] = told
	d.described = described
	return d
}

// answer draws what the person answers.
func (d *drawn) answer(r *rand.Rand) {
	d.chosen, d.typed, d.note = max(0, slices.Index(d.labels, []string{"Yes", "Next area", "OK"}[r.IntN(3)])), "", false
	switch r.IntN(10) {
	case 0:
		d.typed = "later"
	case 1:
		d.note = true
	case 2, 3:
		d.chosen = r.IntN(len(d.labels))
	case 4:
		d.by = AnsweredOnScreen
	}
}

// shown returns the labels as they are shown.
func (d drawn) shown() []string {
	shown := make([]string, len(d.labels))
	for i, label := range d.labels {
		shown[i] = label + d.effort
		if i == 0 {
			shown[i] += d.mark
		}
	}
	return shown
}

func (d drawn) call(t *testing.T) Call {
	t.Helper()
	var w hooks.Writer
	w.Begin('{')
	w.Name("questions").Begin('[')
	w.Begin('{')
	w.Text("question", fmt.Sprintf(families[d.family], d.value)+" <qid:"+d.marker+">")
	w.Text("header", d.header)
	w.Text("footer", d.footer)
	w.Flag("multiSelect", d.multi)
	w.Name("options").Begin('[')
	for i, label := range d.shown() {
		w.Begin('{')
		w.Text("label", label)
		w.Text("description", d.described[d.labels[i]][0])
		w.Text("preview", d.described[d.labels[i]][1])
		w.End('}')
	}
	w.End(']')
	w.End('}')
	w.End(']')
	w.Text("target", d.target)
	w.End('}')
	return parseCall(t, toolOf(d.server), string(w.Bytes()))
}

// past returns the answer of the person at a time.
func (d drawn) past(t *testing.T, at int) PastAnswer {
	t.Helper()
	c := d.call(t)
	a := PastAnswer{At: time.Unix(int64(at), 0), By: d.by, Session: d.session, Server: d.server, Others: c.Others(), Question: c.Questions[0], Text: d.typed, Note: d.note, Unconfirmed: d.open}
	if d.typed == "" {
		a.Labels = []string{d.shown()[d.chosen]}
	}
	return a
}

// The oracle, in words of its own.

// bare returns the labels without a bare mark.
func (d drawn) bare() []string {
	all := d.shown()
	for i := range all {
		all[i] = strings.TrimSuffix(strings.TrimSuffix(all[i], " (Recommended)"), " [recommended]")
	}
	return all
}

// told returns the labels of a routine: for a marker also without effort and reason.
func (d drawn) told(marker bool) []string {
	if !marker {
		return d.bare()
	}
	all := slices.Clone(d.labels)
	if d.effort == " (both pages)" {
		for i := range all {
			all[i] += d.effort
		}
	}
	return all
}

func set(labels []string) string { return fmt.Sprintf("%q", slices.Sorted(slices.Values(labels))) }

// asks returns all that a question asks, whatever it tells of its options.
func (d drawn) asks() string {
	return fmt.Sprintf("%q %q %d %q %q %q %q %v %s", d.server, d.target, d.family, d.value, d.header, d.marker, d.footer, d.multi, set(d.bare()))
}

// everything returns all of a question.
func (d drawn) everything() string {
	text := d.asks()
	for _, label := range slices.Sorted(maps.Keys(d.described)) {
		text += fmt.Sprintf(" %q", d.described[label])
	}
	return text
}

// strictly returns everything with the order of the options and their marks.
func (d drawn) strictly() string { return d.everything() + fmt.Sprintf("%q", d.shown()) }

func (d drawn) gives() string {
	return fmt.Sprintf("%q %v", d.typed, d.note) + map[bool]string{true: d.bare()[d.chosen]}[d.typed == ""]
}

// acts reports whether the chosen option or the header speaks of an act.
func (d drawn) acts() bool { return d.header == act || d.described[d.labels[d.chosen]][0] == act }

func (d drawn) hasMore() bool {
	for _, told := range d.described {
		if told[1] != "" {
			return true
		}
	}
	return d.footer != "" || d.multi
}

// drawnRule is a rule with what the oracle knows of it.
type drawnRule struct {
	json            string
	options, oneWay bool
	marker, labels  bool
	about           func(d, now drawn) bool // whether the rule is about what now is about, and about d
}

func drawRule(r *rand.Rand, now drawn) drawnRule {
	quoted := func(all []string) string { return strings.ReplaceAll(fmt.Sprintf("%q", all), `" "`, `","`) }
	text := fmt.Sprintf(families[now.family], now.value)
	answer := fmt.Sprintf(`"mode":"never-ask","answer":%q`, now.labels[now.chosen])
	if now.effort != "" {
		answer = fmt.Sprintf(`"mode":"never-ask","answer":%q`, now.bare()[now.chosen])
	}
	slots := func(d drawn) bool {
		isAmount := func(v string) bool { return strings.HasPrefix(v, "$") }
		return d.family == now.family && isAmount(d.value) == isAmount(now.value)
	}
	sameLabels := func(d drawn) bool { return set(d.keys()) == set(now.keys()) }
	switch r.IntN(8) {
	case 0:
		return drawnRule{json: `"match":{"marker":"m"},` + answer, options: true, marker: true, about: func(d, now drawn) bool { return d.marker == "m" }}
	case 1:
		return drawnRule{json: `"match":{"marker":"m"},"same":"everything",` + answer, marker: true, about: func(d, now drawn) bool { return d.marker == "m" }}
	case 2:
		return drawnRule{json: `"match":{"marker":"m"},"oneWay":"allow",` + answer, oneWay: true, marker: true, about: func(d, now drawn) bool { return d.marker == "m" }}
	case 3:
		return drawnRule{json: fmt.Sprintf(`"match":{"text":%q},`, text) + answer, about: func(d, now drawn) bool { return slots(d) }}
	case 4:
		return drawnRule{json: fmt.Sprintf(`"match":{"text":%q},"same":"options",`, text) + answer, options: true, about: func(d, now drawn) bool { return slots(d) }}
	case 5:
		return drawnRule{json: fmt.Sprintf(`"match":{"options":%s},"same":"options",`, quoted(now.shown())) + answer, options: true, labels: true, about: func(d, now drawn) bool { return sameLabels(d) }}
	case 6:
		return drawnRule{json: fmt.Sprintf(`"match":{"header":"H","options":%s},"same":"options",`, quoted(now.shown())) + answer, options: true, labels: true, about: func(d, now drawn) bool { return d.header == "H" && sameLabels(d) }}
	}
	return drawnRule{json: `"match":{"header":"H"},` + answer, about: func(d, now drawn) bool { return d.header == "H" }}
}

// keys returns the labels as rules match them: without marks, reasons included.
func (d drawn) keys() []string {
	all := slices.Clone(d.labels)
	for i := range all {
		all[i] += d.effort
	}
	return all
}

// wanted says whether the page on sameness lets a rule answer.
func wanted(rule drawnRule, now drawn, history []drawn) bool {
	if !rule.about(now, now) || now.family == dangerous && !rule.oneWay {
		return false
	}
	equal := func(d drawn) bool { return d.everything() == now.everything() }
	if rule.oneWay && now.family == dangerous {
		equal = func(d drawn) bool { return d.strictly() == now.strictly() }
	}
	// The last answer to exactly this question.
	exactly := -1
	against := -1
	for i, d := range history {
		switch {
		case d.asks() == now.asks() && (d.gives() != now.gives()) && (!rule.oneWay || now.family != dangerous || set(d.shown()) == set(now.shown()) && slices.Equal(d.shown(), now.shown())):
			against, exactly = i, -1
		case equal(d) && d.gives() == now.gives() && !d.open:
			exactly = i
		}
	}
	if !rule.options {
		return exactly >= 0
	}
	// Answers to questions with these options.
	ended := -1
	for i, d := range history {
		if d.server != now.server || !rule.about(d, now) || set(d.told(rule.marker)) != set(now.told(rule.marker)) {
			continue
		}
		agrees := d.typed == "" && !d.note && !d.multi && d.told(rule.marker)[d.chosen] == now.told(rule.marker)[now.chosen]
		switch {
		case !agrees:
			ended = i
		case d.by == AnsweredOnScreen && !d.open && d.target == now.target && !d.hasMore():
			ended = -1 // the person has settled it
		}
	}
	if ended >= 0 {
		return exactly > ended
	}
	if exactly >= 0 || against >= 0 || now.hasMore() {
		return exactly >= 0
	}
	times, sessions, alike, value := 0, map[string]bool{}, false, false
	isKnown := !now.acts()
	start := 0
	for i, d := range history { // nothing counts that is older than what was ended and settled
		if d.server == now.server && rule.about(d, now) && set(d.told(rule.marker)) == set(now.told(rule.marker)) &&
			!(d.typed == "" && !d.note && !d.multi && d.told(rule.marker)[d.chosen] == now.told(rule.marker)[now.chosen]) {
			start = i + 1
		}
	}
	for _, d := range history[start:] {
		if d.server == now.server && rule.about(d, now) && set(d.told(rule.marker)) == set(now.told(rule.marker)) && !d.open && d.target == now.target && !d.hasMore() {
			times++
			isKnown = isKnown || d.acts()
			sessions[d.session] = true
			alike = alike || d.family == now.family || d.family != 1 && now.family != 1
			value = value || d.value == now.value
		}
	}
	generic := slices.Contains(now.labels, "Yes") || slices.Contains(now.labels, "OK")
	if now.effort == " (both pages)" {
		generic = false
	}
	switch {
	case times == 0, !isKnown, rule.labels && (times < 3 || len(sessions) < 2 || !alike):
		return false
	case !rule.marker && (generic || strings.HasPrefix(now.value, "$") && !value):
		return false
	}
	return true
}

// TestOnlyTheSameIsAnswered draws rules, what the person answered before, and questions: an
// answer is given exactly when docs/safety.md says that the question is the same.
func TestOnlyTheSameIsAnswered(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	for n := range *sameDraws {
		now := draw(r)
		now.typed, now.note = "", false
		if now.multi {
			continue // no rule with one label answers it
		}
		rule := drawRule(r, now)
		var history []drawn
		var past []PastAnswer
		routine := r.IntN(3) > 0
		foreign := routine && r.IntN(6) == 0 // it does not read alike
		for i := range r.IntN(10) {
			d := now
			kind := r.IntN(7)
			if routine {
				kind = []int{1, 1, 1, 1, 1, 1, 1, 1, 5, 4, 0}[r.IntN(11)]
			}
			switch kind {
			case 0:
				d = draw(r)
			case 1, 2, 3:
				other := draw(r)
				d.value, d.header, d.session, d.mark = other.value, other.header, other.session, other.mark
				d.described = map[string][2]string{}
				for label := range now.described {
					d.described[label] = [2]string{[]string{"0", "1", "2", "0", "1", act}[r.IntN(6)], ""}
				}
				if r.IntN(2) == 0 {
					d.family = other.family
				}
				if r.IntN(4) == 0 {
					d.effort = other.effort
				}
			case 4:
				d.answer(r)
			case 5:
				d = d.changed(r, draw(r))
			}
			if r.IntN(20) == 0 {
				d.answer(r)
			}
			if foreign {
				d.family = 1 - min(now.family, 1)
			}
			d.session, d.open = fmt.Sprint(r.IntN(3)), r.IntN(8) == 0
			history, past = append(history, d), append(past, d.past(t, i+1))
		}
		at := situation()
		at.Past = func(Call, Question) []PastAnswer { return past } // more than is asked for
		preferences := strings.Replace(rules(rule.json), `"rules"`, `"mcp":{"srv":"answers"},"rules"`, 1)
		d := Decide(now.call(t), compileRules(t, preferences), at, nil)
		want := wanted(rule, now, history)
		if got := d.Outcome == OutcomeAnswer; got != want {
			var told []string
			for i, h := range history {
				told = append(told, fmt.Sprintf("%d %+v", i, h))
			}
			t.Fatalf("draw %d: answered: %v, want %v\n%s\nnow %+v\n%s\n%s", n, got, want, rule.json, now, strings.Join(told, "\n"), d.Choices[0].Why)
		}
		counts[fmt.Sprintf("%v %v", want, d.Choices[0].Same)]++
	}
	for _, kind := range []string{"true everything", "true options", "false "} {
		if counts[kind] < *sameDraws/100 {
			t.Errorf("only %d of %q", counts[kind], kind)
		}
	}
	t.Log(counts)
}
