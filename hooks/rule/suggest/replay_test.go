package suggest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
)

// label says which questions belong together: those with the same template and
// the same told values.
type label struct {
	template int
	told     string // what makes another question of it, such as "production"
	people   string
}

func (l label) String() string { return fmt.Sprintf("%d|%s|%s", l.template, l.told, l.people) }

// kind returns a label without the people.
func kind(label string) string { return label[:strings.LastIndexByte(label, '|')] }

// TestGrouping asks 200 kinds of questions over and over, with other numbers,
// paths and names each time, and compares what is put together with what belongs
// together. Precision is the share of pairs put together that belong together,
// recall the share of pairs that belong together and were put together.
//
// The labels were given by what a person would expect, not by what the package
// can do:
//
//   - Another number, date, version, path, file, feature branch, URL or commit
//     is the same question, and so is another quoted or back-ticked name. A path
//     and a name within marks count as the same there, but an address and a file
//     ("May I look at ...?") or a commit and a file do not.
//   - Marks around these make no difference, nor the v of a version.
//   - Another environment (staging, production), another branch that all work
//     ends in (main, develop), another library, true for false, or another verb
//     is another question.
//   - Another class or component without marks ("the UserCard component") is the
//     same question. The package takes it for another one, because it cannot
//     tell such a name from that of a library: these are the misses.
//   - Whether another person makes another question ("Should I ask Anna ...?")
//     depends on who is asked. Such pairs are left out of both figures; the
//     recall in brackets counts them as belonging together.
//
// Five templates have names without marks and two have people, which is a guess
// at how often that happens; the last figure shows a model that leaves out marks
// in a fifth of all names, and spells out a fifth of the numbers. That is a known
// limit: it costs clicks, and the precision must not suffer.
func TestGrouping(t *testing.T) {
	t.Parallel()
	all := templates(t)
	if len(all) != 200 {
		t.Fatalf("%d templates", len(all))
	}
	for _, tt := range []struct {
		name              string
		manner            manner
		precision, recall float64
	}{
		{"each kind is written in one way", steady, 0.99, 0.97},
		{"each kind is written in several ways", drifting, 0.99, 0.97},
		{"marks are left out, numbers are words", careless, 0.99, 0.80},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			c := comparison{parts: map[string]int{}}
			for seed := range uint64(10) {
				s := speaker{Rand: newRand(seed), manner: tt.manner}
				questions := s.asked(all, 12)
				asked += len(questions)
				c.compare(t, questions)
			}
			for _, kind := range slices.Sorted(maps.Keys(c.parts)) {
				if n := float64(c.parts[kind]) / 10; n > 1 && tt.manner != careless {
					var number int
					fmt.Sscan(kind, &number)
					t.Logf("in %.1f parts: %s", n, all[number].text)
				}
			}
			precision, recall := float64(c.right)/float64(c.together), float64(c.right)/float64(c.belong)
			t.Logf("precision %.2f %%, recall %.2f %% (%.2f %%) over %d questions of %d kinds", 100*precision, 100*recall,
				100*float64(c.right)/float64(c.belong+c.people), asked, len(all))
			if precision < tt.precision || recall < tt.recall {
				t.Errorf("want a precision of %.0f %% and a recall of %.0f %%", 100*tt.precision, 100*tt.recall)
			}
		})
	}
}

// comparison counts pairs of questions.
type comparison struct {
	together, right, belong int
	people                  int // that belong together but for the people in them
	// parts counts, by kind, how many groups its questions are in.
	parts map[string]int
}

// compare adds the pairs of some questions.
func (c *comparison) compare(t *testing.T, questions []transcript.Question) {
	t.Helper()
	labels := map[string]int{}
	for _, q := range questions {
		labels[q.Session]++
	}
	belong, people := within(labels)
	c.belong += belong
	c.people += people
	for _, topic := range gather(questions, func(*past) bool { return false }) {
		for _, g := range topic.groups {
			c.group(t, g)
		}
	}
}

// group adds the pairs of what was put together.
func (c *comparison) group(t *testing.T, g *group) {
	t.Helper()
	labels, kinds := map[string]int{}, map[string]bool{}
	for _, p := range g.questions {
		labels[p.Session]++
		kinds[kind(p.Session)] = true
	}
	right, people := within(labels)
	c.right += right
	c.together += pairs(len(g.questions)) - people
	for kind := range kinds {
		c.parts[kind]++
	}
	if len(kinds) > 1 {
		t.Logf("kinds %v are together: %q", labels, g.latest().Text)
	}
}

// within counts the pairs that have the same label, and those whose labels
// differ in the people alone.
func within(labels map[string]int) (same, people int) {
	kinds := map[string]int{}
	for label, n := range labels {
		same += pairs(n)
		kinds[kind(label)] += n
	}
	for _, n := range kinds {
		people += pairs(n)
	}
	return same, people - same
}

func pairs(n int) int { return n * (n - 1) / 2 }
