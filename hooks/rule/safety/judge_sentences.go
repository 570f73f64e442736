package safety

import "strings"

// judge returns the findings of the sentence model. A passage outside the question itself is judged together with
// each sentence of the question, but has to exceed a bound by itself, too.
func (t table) judge(all []passage, b bounds) (found []Finding) {
	if t == "" {
		return nil
	}
	asked, most := false, 0 // the most that a sentence of the question without a finding adds
	for _, p := range all {
		own, around := verdict{table: t}, verdict{table: t}
		features(p.words, p.at, own.add)
		if p.at != question {
			around.sum = most
		}
		if own.sum > b.alone && own.sum+around.sum > b.together && (len(p.words) > 1 || len(p.words[0].text) > 1) {
			found = append(found, t.finding(p))
			continue
		}
		if p.at == question {
			context(p.words, around.add)
			if !asked || around.sum > most {
				asked, most = true, around.sum
			}
		}
	}
	return found
}

// finding returns the finding of a model in a passage.
func (t table) finding(p passage) Finding {
	v := verdict{table: t, words: make([]int, len(p.words))}
	features(p.words, p.at, v.add)
	return Finding{v.class(), v.word(p.words), p.where, v.sum}
}

// verdict is a model's judgement of a sentence.
type verdict struct {
	table table
	sum   int
	votes [16]int
	words []int
}

func (v *verdict) add(from, to int, feature uint32) {
	w, class, _ := v.table.find(feature)
	v.sum += w
	if v.words == nil || w <= 0 {
		return
	}
	v.votes[class] += w
	for i := from; i < to; i++ {
		v.words[i] += w / (to - from)
	}
}

// class returns the class that most of the weight favours.
func (v *verdict) class() string {
	best := 0
	for i := range classes {
		if v.votes[i] > v.votes[best] {
			best = i
		}
	}
	return classes[best]
}

// word returns what a person is shown: a short sentence as a whole; of a longer one, the words around the greatest
// weight, so many that the person recognises the place.
func (v *verdict) word(s []token) string {
	const most = 8
	from, to := 0, len(s)
	if len(s) > most {
		for i, t := range s {
			if !t.cjk && len(t.text) < 3 {
				v.words[i] = -1 // says little by itself
			}
			if v.words[i] > v.words[from] {
				from = i
			}
		}
		to = from + 1
		for to-from < most {
			if from > 0 && (to == len(s) || v.words[from-1] >= v.words[to]) {
				from--
			} else {
				to++
			}
		}
	}
	var text strings.Builder
	for i, t := range s[from:to] {
		if i > 0 && !t.cjk {
			text.WriteByte(' ')
		}
		if t.text == "0" { // any number
			t.text = "…"
		}
		text.WriteString(t.text)
	}
	return text.String()
}
