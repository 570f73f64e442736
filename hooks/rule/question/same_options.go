package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"neverask/hooks/rule/wording"
)

// labelKeysOf holds the labels of a question as compared if the text may vary.
type labelKeysOf []string

// routineKeys returns the labels without a bare recommendation mark and, under a marker, without an effort or a
// recommendation with its reason at the end.
func routineKeys(q Question, marker bool) labelKeysOf {
	keys := make(labelKeysOf, len(q.Options))
	for i, o := range q.Options {
		if keys[i] = withoutBareMark(o.Label); marker {
			keys[i] = RoutineLabel(o.Label)
		}
	}
	return keys
}

// set returns the same string for all orders of the labels, and "" if two are equal.
func (k labelKeysOf) set() string {
	sorted := slices.Sorted(slices.Values(k))
	if len(slices.Compact(slices.Clone(sorted))) < len(sorted) {
		return ""
	}
	return joined(sorted)
}

// RecordKey returns the same key for questions that any rule might treat as the same: the server, and the labels
// without marks and efforts, or the text if there are no labels.
func RecordKey(server string, q Question) string {
	labels := make([]string, 0, len(q.Options)+1)
	for _, o := range q.Options {
		labels = append(labels, wording.Fold(RoutineLabel(o.Label)))
	}
	slices.Sort(labels)
	if len(labels) == 0 {
		labels = append(labels, q.Text)
	}
	return joined(append([]string{server}, labels...))
}

// showsMore reports whether a question or its options have members that a comparison of labels
// ignores: previews, and what a future client may show.
func (q Question) showsMore() bool {
	return remaining(q.raw, "question", "header", "options", "multiSelect") != "" ||
		slices.ContainsFunc(q.Options, func(o Option) bool { return remaining(o.raw, "label", "description") != "" })
}

// genericWords are words that say nothing without the question, in the languages that the
// safety check reads. In scripts without spaces, they are whole labels.
const genericWords = ` yes yep yeah no nope ok okay sure fine please thanks continue proceed go ahead on cancel abort stop skip wait later now not
 do don t it this that the a an i me us we you all none both either neither other option choice choose pick accept decline approve approved
 reject deny allow confirm retry again next back done finish finished keep leave ignore default simple standard normal full quick fast custom
 maybe good great right correct wrong true false on off enable disable never always once first second third recommended
 ja nein weiter fortfahren abbrechen überspringen jetzt nicht später alle keine beide einfach bitte gut richtig falsch annehmen ablehnen bestätigen nur einmal
 oui non continuer annuler passer maintenant plus tard tout tous aucun simple accepter refuser confirmer bien vrai faux
 sí si no continuar cancelar saltar omitir ahora después todo todos ninguno sencillo aceptar rechazar confirmar bien
 sim não nao continuar cancelar pular agora depois tudo nenhum simples aceitar recusar confirmar prosseguir
 はい いいえ 続行 続ける 中止 キャンセル スキップ 後で 今すぐ すべて なし 了解 確認 承認 拒否 オプション
 是 否 好 好的 不 不是 继续 繼續 取消 跳过 跳過 稍后 稍後 现在 全部 都 无 確定 确定 确认 同意 拒绝 拒絕 可以 选项 選項 `

// SaysNothing reports whether no label of a question says anything by itself, as with "Yes" and "No".
func (q Question) SaysNothing() bool {
	return !slices.ContainsFunc(q.Options, func(o Option) bool { return isTelling(o.Label) })
}

func isTelling(label string) bool {
	for word := range wordsOf(RoutineLabel(label)) {
		if utf8.RuneCountInString(word) > 1 && !strings.Contains(genericWords, " "+word+" ") &&
			!strings.Contains(genericWords, "\n"+word+" ") &&
			!strings.Contains(genericWords, " "+word+"\n") {
			return true
		}
	}
	return false
}

// wordsOf yields the folded words of a text that contain a letter.
func wordsOf(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(wording.Fold(text),
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) }) {
			if strings.IndexFunc(word, unicode.IsLetter) >= 0 && !yield(word) {
				return
			}
		}
	}
}

// runLength is the length of the letter sequences by which two texts are compared.
const runLength = 4

// readsLikeOne reports whether a text reads like one of those asked: one that contains at least half of its words, or
// a third of its letter sequences.
func readsLikeOne(text string, asked []*PastAnswer) bool {
	words, runs := vocabulary(text)
	for _, a := range asked {
		otherWords, otherRuns := vocabulary(a.Question.Text)
		if 2*shared(words, otherWords) >= len(words) && len(words) > 0 ||
			3*shared(runs, otherRuns) >= len(runs) && len(runs) > 0 {
			return true
		}
	}
	return false
}

// vocabulary returns the words of a text, and its letter sequences.
func vocabulary(text string) (words, runs map[string]bool) {
	words, runs = map[string]bool{}, map[string]bool{}
	for word := range wordsOf(text) {
		words[word] = true
		letters := []rune(word)
		for i := 0; i+runLength <= len(letters); i++ {
			runs[string(letters[i:i+runLength])] = true
		}
	}
	return words, runs
}

func shared(a, b map[string]bool) (n int) {
	for word := range a {
		if b[word] {
			n++
		}
	}
	return n
}

// knowsValues reports whether every consequential value in a text also occurs in an answered one.
func knowsValues(text string, answered []*PastAnswer) bool {
	for _, value := range wording.Consequential(text) {
		known := func(a *PastAnswer) bool { return slices.Contains(wording.Consequential(a.Question.Text), value) }
		if !slices.ContainsFunc(answered, known) {
			return false
		}
	}
	return true
}
