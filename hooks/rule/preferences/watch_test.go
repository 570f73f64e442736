package preferences

import (
	"context"
	"errors"
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
	"neverask/settings/must"
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

// outside lists what is reported, "ID KIND".
func (d desk) outside() []string {
	d.t.Helper()
	found, err := d.Outside(context.Background())
	must.Do(d.t, err)
	var list []string
	for _, o := range found {
		list = append(list, o.ID+" "+o.Kind)
	}
	return list
}

func (d desk) want(step string, want ...string) {
	d.t.Helper()
	for _, again := range []string{"", ", again"} {
		if got := d.outside(); !slices.Equal(got, want) {
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
	must.Write(d.t, d.Book.path, strings.Replace(string(content), old, after, 1))
}

func (d desk) add(text string) question.Rule {
	d.t.Helper()
	r, err := d.Add(context.Background(), rule(text), "test")
	must.Do(d.t, err)
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
	must.Do(d.t, err)
	plan, err := d.store.Undo(r)
	must.Do(d.t, err)
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
	d.want("a rule by hand", "hand appeared")

	d = newDesk(t, "")
	d.add("First?")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.add("Second?")
	d.want("by hand, in a file that neverask made", "hand appeared")

	d = newDesk(t, threeRules)
	d.add("First?")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.want("by hand, in a file that neverask has changed", "hand appeared")
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
		must.Do(t, d.update(ctx, "rules move", d.Moving("b", 0)))
		must.Do(t, d.Remove(ctx, "a"))
		d.undo()
		if err := d.update(ctx, "test", d.AddingNew([]question.Rule{rule("x"), rule("y")}, "test", new([]question.Rule))); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(d.Book.path)
		must.Do(t, err)
		after := strings.Replace(string(before), `"version": 1,`, `"version": 1, "mcp": {"x": "answers"},`, 1)
		after = strings.Replace(after, `"exact": "C"`, `"header": "C"`, 1)
		must.Do(t, d.Replace(ctx, before, []byte(after)))
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

func TestOutsideIsReportedUntilConfirmed(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, threeRules)
	d.want("first look")
	d.byHand(`"rules": [`, `"rules": [`+addedByHand)
	d.byHand(`"mode":"always-ask"`, `"mode":"never-ask","answer":"Yes"`)
	d.want("by hand", "hand appeared", "b widened")
	d.add("Another?")
	d.change("c", func(r *question.Rule) { r.Note = "mine" })
	d.want("own edits afterwards hide nothing", "hand appeared", "b widened")
	d.change("b", func(r *question.Rule) { r.Note = "mine" })
	d.change("hand", func(r *question.Rule) { r.Note = "mine" })
	d.want("own edits of other members hide nothing", "hand appeared", "b widened")

	found, err := d.Outside(ctx)
	must.Do(t, err)
	if found[0].Now.Note != "mine" || found[0].Before != nil || found[1].Before.Mode != question.AlwaysAsk || found[1].Now.Mode != question.NeverAsk {
		t.Errorf("got %+v", found)
	}
	d.byHand(`"text":"By hand?"`, `"header":"H"`)
	if err := d.Confirm(ctx, found...); !errors.Is(err, ErrRuleChanged) {
		t.Errorf("confirmed what was not shown: %v", err)
	}
	d.want("nothing confirmed", "hand appeared", "b widened")
	must.Do(t, d.Confirm(ctx, found[1]))
	d.want("one confirmed", "hand appeared")
	if found, err = d.Outside(ctx); err != nil {
		t.Fatal(err)
	}
	must.Do(t, d.Confirm(ctx, found...))
	d.want("all confirmed")
	if err := d.Confirm(ctx, found...); !errors.Is(err, ErrRuleChanged) {
		t.Errorf("confirmed twice: %v", err)
	}

	// What answers less counts as seen, so that taking it back does not.
	d.byHand(`"exact":"B"},"mode":"never-ask","answer":"Yes"`, `"exact":"B"},"mode":"always-ask"`)
	d.want("narrowed")
	d.byHand(`"exact":"B"},"mode":"always-ask"`, `"exact":"B"},"mode":"never-ask","answer":"Yes"`)
	d.want("widened again", "b widened")
	// An own edit of that very member makes it the person's.
	d.change("b", func(r *question.Rule) { r.Mode = question.PreferMode })
	d.want("the mode was chosen", "b changed")
	d.change("b", func(r *question.Rule) { r.Answer = question.Answer{Label: "No"} })
	d.want("and the answer")
}

func TestOutsideOfSettings(t *testing.T) {
	ctx := context.Background()
	d := newDesk(t, `{"version":1,"partial":"off","rules":[]}`)
	d.want("first look")
	d.byHand(`"partial":"off"`, `"mcp":{"s":"answers"},"session":"spawned"`)
	d.want("by hand", "partial widened", "session widened", "mcp/s widened")
	found, err := d.Outside(ctx)
	must.Do(t, err)
	d.byHand(`"s":"answers"`, `"s":"deny"`)
	if err := d.Confirm(ctx, found[2]); !errors.Is(err, ErrRuleChanged) {
		t.Errorf("confirmed another policy than was shown: %v", err)
	}
	for i := range 2 {
		must.Do(t, d.Confirm(ctx, found[i]))
	}
	d.want("the rest", "mcp/s widened")
}

func TestWatchWithDamage(t *testing.T) {
	d := newDesk(t, threeRules)
	d.want("first look")
	d.byHand(`"rules": [`, `"rules": {`)
	d.want("preferences that are not valid")
	d.byHand(`"rules": {`, `"rules": [`+addedByHand)
	d.want("valid again", "hand appeared")
	must.Do(t, os.Remove(d.Book.path))
	d.want("removed", "b gone")
	must.Write(t, d.Watch.path, "{")
	if _, err := d.Outside(context.Background()); err == nil || !strings.Contains(err.Error(), d.Watch.path) {
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
				must.Do(t, d.Remove(context.Background(), own[r.IntN(len(own))]))
			case n == 2 && len(own) > 0:
				d.change(own[r.IntN(len(own))], func(q *question.Rule) { q.Answer = question.Answer{Label: fmt.Sprint(i)} })
			case n == 3:
				d.outside()
			case n == 4 && len(own) > 0:
				d.undo()
			default:
				d.add(fmt.Sprintf("Question %d about %s?", i, strings.Repeat("x", i)))
			}
		}
		var want []string
		_, byHand := d.ids()
		for _, id := range byHand {
			want = append(want, id+" appeared")
		}
		if got := d.outside(); !slices.Equal(got, want) {
			t.Errorf("seed %d: got %q, want %q", seed, got, want)
		}
	}
}

// ids are those of the rules that neverask has added, and those that a hand has.
func (d desk) ids() (own, byHand []string) {
	d.t.Helper()
	p, _, err := d.Read()
	must.Do(d.t, err)
	for _, r := range p.Rules {
		if strings.HasPrefix(r.ID, "hand") {
			byHand = append(byHand, r.ID)
		} else {
			own = append(own, r.ID)
		}
	}
	return own, byHand
}
