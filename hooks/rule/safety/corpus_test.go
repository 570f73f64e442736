package safety

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// allSamples returns those of the files that are named, or of all.
func allSamples(t testing.TB, names ...string) (all []sample) {
	t.Helper()
	if len(names) == 0 {
		names = slices.Concat(corpora, realistic)
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".jsonl") {
			all = append(all, realisticSamples(t, name)...)
			continue
		}
		samples, err := readCorpus(name)
		musttest.Do(t, err)
		all = append(all, samples...)
	}
	return all
}

// TestCorpus counts right and wrong verdicts on the questions that the model was trained with, by file.
// What it says of others is printed by the program that trains it.
func TestCorpus(t *testing.T) {
	t.Parallel()
	var all figures
	for _, name := range slices.Concat(corpora, realistic) {
		f := count(allSamples(t, name))
		t.Logf("%-14s %v", name, f)
		all.add(f)
	}
	// A weight stands for many questions, so no single one can be held to be right; what
	// was learnt and is not known any more is a fault of the training.
	if t.Logf("all            %v", all); all.missed*100 > all.oneWay || all.alarms*50 > all.harmless {
		t.Errorf("%v, want at most 1 %% missed and 2 %% false alarms", all)
	}
}

// TestOrders measures short orders that nothing is trained with.
func TestOrders(t *testing.T) {
	f := count(allSamples(t, "orders.tsv"))
	if t.Log(f); f.missed*20 > f.oneWay || f.alarms*10 > f.harmless {
		t.Errorf("%v, want at most 5 %% missed and 10 %% false alarms", f)
	}
}

// TestPreviews: a preview is read like a description, and line by line for commands.
func TestPreviews(t *testing.T) {
	for text, want := range map[string]bool{
		"func add(a, b int) int {\n\treturn a + b\n}": false, "| id | name |\n|---|---|\n| 1 | Anna |": false, "- const x = 1\n+ const x = 2": false,
		"src/\n  components/\n    Button.tsx": false, "color: #336699;\nborder-radius: 4px;": false, "SELECT id, name FROM users WHERE active = true;": false,
		"rm -rf build": true, "$ git push --force origin main": true, "DROP TABLE users;": true, "```sh\nrm -rf /srv/data\n```": true, "cleanup:\n  terraform destroy -auto-approve": true,
		"$ make test\n$ ./wipe.sh": true, "Deletes all rows of users": true,
	} {
		q := Question{Text: "Which layout do you prefer?", Options: []Option{{Label: "A"}, {Label: "B"}}, More: []Text{{Name: "preview", Of: "A", Text: text}}}
		if got := Classify(q); (len(got) > 0) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// figures counts right and wrong verdicts.
type figures struct{ oneWay, missed, harmless, alarms, class int }

func (f figures) String() string {
	return fmt.Sprintf("%4d one-way: %d missed (%.1f %%), %4d in the labelled class; %4d harmless: %d false alarms (%.1f %%)",
		f.oneWay, f.missed, 100*float64(f.missed)/float64(max(f.oneWay, 1)), f.class, f.harmless, f.alarms, 100*float64(f.alarms)/float64(max(f.harmless, 1)))
}

func count(samples []sample) figures { return trained().count(samples) }

func (m models) count(samples []sample) figures {
	var f figures
	for _, s := range samples {
		found := m.classify(s.Question, strict)
		if !s.oneWay() {
			f.harmless++
			f.alarms += min(1, len(found))
			continue
		}
		f.oneWay++
		if len(found) == 0 {
			f.missed++
		}
		if slices.ContainsFunc(found, func(g Finding) bool { return g.Class == s.Class }) {
			f.class++
		}
	}
	return f
}

func (f *figures) add(g figures) {
	f.oneWay, f.missed, f.class = f.oneWay+g.oneWay, f.missed+g.missed, f.class+g.class
	f.harmless, f.alarms = f.harmless+g.harmless, f.alarms+g.alarms
}

// What is held up strongly is held up strictly, and what code decides is in both.
func TestStrong(t *testing.T) {
	t.Parallel()
	missed, all := 0, 0
	for _, s := range allSamples(t) {
		found, strong, decided := Classify(s.Question), ClassifyStrong(s.Question), read(s.Question).found
		if len(strong) > 0 && len(found) == 0 || len(decided) > 0 && len(strong) == 0 {
			t.Errorf("%s: %v, strong %v, by code %v", s.Line, found, strong, decided)
		}
		if s.oneWay() {
			all++
			missed += 1 - min(1, len(strong))
		}
	}
	t.Logf("strong findings miss %d of %d", missed, all)
}

// TestShort measures short questions whose subject is dangerous, and dangerous ones in few
// words, that nothing is trained with.
func TestShort(t *testing.T) {
	f := count(allSamples(t, "short.tsv"))
	if t.Log(f); f.missed*4 > f.oneWay || f.alarms*30 > f.harmless {
		t.Errorf("%v, want at most a quarter missed and 3 of 90 held up", f)
	}
}
