package preferences

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/musttest"
)

// desk is a book with a watch over it.
type desk struct {
	t *testing.T
	*Book
	*Watch
}

func newDesk(t *testing.T, content string) desk {
	t.Helper()
	_, path := book(t, content)
	state := filepath.Join(filepath.Dir(filepath.Dir(path)), "state")
	// Backups are kept by their age, so that the clock must go.
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	now := func() time.Time { clock = clock.Add(time.Second); return clock }
	b := Open(path, settings.NewStore(state, now), now)
	return desk{t, b, New(b, state)}
}

// appeared lists what is reported.
func (d desk) appeared() []string {
	d.t.Helper()
	found, err := d.Appeared(context.Background())
	musttest.Do(d.t, err)
	return found
}

func (d desk) want(step string, want ...string) {
	d.t.Helper()
	for _, again := range []string{"", ", again"} {
		if got := d.appeared(); !slices.Equal(got, want) {
			d.t.Errorf("%s%s: got %q, want %q", step, again, got, want)
		}
	}
}

// byHand edits the file as an editor does.
func (d desk) byHand(old, after string) {
	d.t.Helper()
	content, err := os.ReadFile(d.Book.path)
	if err != nil || !strings.Contains(string(content), old) {
		d.t.Fatalf("%q is not in %s, %v", old, content, err)
	}
	musttest.Write(d.t, d.Book.path, strings.Replace(string(content), old, after, 1))
}

func (d desk) add(text string) question.Rule {
	d.t.Helper()
	r, err := d.Add(context.Background(), rule(text), "test")
	musttest.Do(d.t, err)
	return r
}

func (d desk) change(id string, edit func(*question.Rule)) {
	d.t.Helper()
	if _, err := d.Change(context.Background(), id, "test", func(r question.Rule) (question.Rule, error) { edit(&r); return r, nil }); err != nil {
		d.t.Fatal(err)
	}
}

func (d desk) undo() {
	d.t.Helper()
	r, err := d.store.Last()
	musttest.Do(d.t, err)
	plan, err := d.store.Undo(r)
	musttest.Do(d.t, err)
	if _, err := d.store.Apply(context.Background(), plan, "undo"); err != nil {
		d.t.Fatal(err)
	}
}

const addedByHand = `{"id":"hand","match":{"text":"By hand?"},"mode":"never-ask","answer":"Yes"},`

func TestTheFirstLook(t *testing.T) {
	d := newDesk(t, "")
	d.want("no preferences")
	if _, err := os.Stat(d.Watch.path); !os.IsNotExist(err) {
		t.Errorf("a look at nothing is remembered: %v", err)
	}

	d = newDesk(t, threeRules)
	d.want("a file by hand")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.want("a rule by hand", "hand")

	d = newDesk(t, "")
	d.add("First?")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.add("Second?")
	d.want("by hand, in a file that neverask made", "hand")

	d = newDesk(t, threeRules)
	d.add("First?")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.want("by hand, in a file that neverask has changed", "hand")
}

// TestOwnEditsNeverCount: more of them than backups are kept, and every way there
// is to edit.
func TestOwnEditsNeverCount(t *testing.T) {
	ctx := context.Background()
	for _, first := range []bool{true, false} {
		d := newDesk(t, threeRules)
		if first {
			d.want("first look")
		}
		for i := range 30 {
			d.add(fmt.Sprintf("Question %c?", 'a'+i))
		}
		d.change("b", func(r *question.Rule) { r.Mode, r.Answer = question.NeverAsk, question.Answer{Label: "x"} })
		d.change(d.add("Fix 3 tests?").ID, func(r *question.Rule) { r.Match = question.Match{Text: "Fix 3 tests?"} })
		musttest.Do(t, d.update(ctx, "rules move", d.Moving("b", 0)))
		musttest.Do(t, d.Remove(ctx, "a"))
		d.undo()
		musttest.Do(t, d.update(ctx, "test", d.AddingNew([]question.Rule{rule("x"), rule("y")}, "test", new([]question.Rule))))
		before := musttest.Read(t, d.Book.path)
		after := strings.Replace(string(before), `"exact": "C"`, `"header": "C"`, 1)
		musttest.Do(t, d.Replace(ctx, before, []byte(after)))
		d.add("After an edit of the whole?")
		if !first {
			// What was there before the first change of neverask's has no backup
			// any more, so the file as it is counts as seen.
			d.want("first look, late")
			continue
		}
		d.want("many edits")
	}
}

// TestReportedUntilSeen: what others wrote is reported until it was looked at, whatever
// neverask changes beside it.
func TestReportedUntilSeen(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, threeRules)
	d.want("first look")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.byHand(`"mode":"always-ask"`, `"mode":"never-ask","answer":"Yes"`)
	d.want("a rule came, and another says something else", "hand", "b")
	d.add("Another?")
	d.change("c", func(r *question.Rule) { r.Note = "mine" })
	d.want("own edits afterwards hide nothing", "hand", "b")
	d.change("b", func(r *question.Rule) { r.Answer = question.Answer{Label: "No"} })
	d.want("own edits of other members hide nothing", "hand", "b")
	musttest.Do(t, d.See(ctx))
	d.want("seen")
	d.byHand(addedByHand, "")
	d.want("gone")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.want("and there again", "hand")
	d.store.Session = true
	musttest.Do(t, d.See(ctx))
	d.want("in a session nobody has seen it", "hand")
}

// TestToolRulesAppear: rules for tools are watched as the others are.
func TestToolRulesAppear(t *testing.T) {
	d := newDesk(t, `{"version": 1, "rules": [], "toolRules": [{"id": "sure", "tool": "Write", "act": "ask"}]}`)
	d.want("first look")
	d.byHand(`"act": "ask"`, `"act": "deny", "message": "No."`)
	d.want("by hand", "sure")
	musttest.Do(t, d.See(context.Background()))
	d.want("seen")
}

func TestWatchWithDamage(t *testing.T) {
	d := newDesk(t, threeRules)
	d.want("first look")
	d.byHand(`"rules": [`, `"rules": {`)
	d.want("preferences that are not valid")
	d.byHand(`"rules": {`, `"rules": [`+addedByHand)
	d.want("valid again", "hand")
	musttest.Write(t, d.Watch.path, "{")
	if _, err := d.Appeared(context.Background()); err == nil || !strings.Contains(err.Error(), d.Watch.path) {
		t.Errorf("a damaged memory: %v", err)
	}
	if names, err := filepath.Glob(d.Watch.path + ".*"); err != nil || len(names) > 0 {
		t.Errorf("left behind: %q, %v", names, err)
	}
}

// TestWatchAgainstRandomEdits edits a file by neverask and by hand in turn, with
// looks in between and without: all rules that a hand has added are reported,
// and no other is.
func TestWatchAgainstRandomEdits(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 7))
		d := newDesk(t, `{"version":1,"rules":[`+"\n"+`]}`)
		d.want("first look")
		for i := range 25 {
			own, byHand := d.ids()
			switch n := r.IntN(7); {
			case n == 0:
				comma := ","
				if len(own)+len(byHand) == 0 {
					comma = ""
				}
				d.byHand(`"rules":[`, fmt.Sprintf(`"rules":[{"id":"hand%d","match":{"exact":"hand%[1]d"},"mode":"never-ask","answer":"a"}%s`, i, comma))
			case n == 1 && len(own) > 0:
				musttest.Do(t, d.Remove(context.Background(), own[r.IntN(len(own))]))
			case n == 2 && len(own) > 0:
				d.change(own[r.IntN(len(own))], func(q *question.Rule) { q.Answer = question.Answer{Label: fmt.Sprint(i)} })
			case n == 3:
				d.appeared()
			case n == 4 && len(own) > 0:
				d.undo()
			default:
				d.add(fmt.Sprintf("Question %d about %s?", i, strings.Repeat("x", i)))
			}
		}
		_, want := d.ids()
		if got := d.appeared(); !slices.Equal(got, want) {
			t.Errorf("seed %d: got %q, want %q", seed, got, want)
		}
	}
}

// ids returns those of the rules that neverask has added, and those that a hand has.
func (d desk) ids() (own, byHand []string) {
	d.t.Helper()
	p, _, err := d.Read()
	musttest.Do(d.t, err)
	for _, r := range p.Rules {
		if strings.HasPrefix(r.ID, "hand") {
			byHand = append(byHand, r.ID)
		} else {
			own = append(own, r.ID)
		}
	}
	return own, byHand
}
