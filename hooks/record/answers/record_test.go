package answers

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// desk is a record with the transcript of a session.
type desk struct {
	Record
	t          *testing.T
	transcript string
	later      []func()
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, transcript: filepath.Join(t.TempDir(), "t.jsonl")}
	d.Record = Record{Dir: t.TempDir(), Now: func() time.Time { return noon }, Later: func(write func()) { d.later = append(d.later, write) }}
	return d
}

const shown = `{"question":"Use the cache?","header":"Cache","options":[{"label":"Yes","description":"d"},{"label":"No"}]}`

func parsed(t *testing.T, raw string) question.Question {
	t.Helper()
	v, err := hooks.Parse(raw)
	musttest.Do(t, err)
	q, err := question.ParseQuestion(v)
	musttest.Do(t, err)
	return q
}

// answer is one of the person's, so many minutes after noon.
func (d *desk) answer(minute int, label string) question.PastAnswer {
	return question.PastAnswer{
		At: noon.Add(time.Duration(minute) * time.Minute), By: question.AnsweredInDialog, Session: "s", Call: fmt.Sprint("t", minute), Question: parsed(d.t, shown), Labels: []string{label},
	}
}

// note keeps an answer that the client has yet to tell of.
func (d *desk) note(a question.PastAnswer) {
	d.t.Helper()
	var length int64
	if info, err := os.Stat(d.transcript); err == nil {
		length = info.Size()
	}
	musttest.Do(d.t, d.Note(a, Proof{Transcript: d.transcript, Length: length}))
}

// tell writes the result of a call into the transcript.
func (d *desk) tell(call, label, source string) {
	d.t.Helper()
	d.write(fmt.Sprintf(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":%q}]},"toolUseResult":{"questions":[%s],"answers":{"Use the cache?":%q}},"permissionDecision":{"source":%q}}`+"\n",
		call, shown, label, source))
}

func (d *desk) write(text string) {
	d.t.Helper()
	f, err := os.OpenFile(d.transcript, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	musttest.Do(d.t, err)
	_, err = f.WriteString(text)
	musttest.Do(d.t, err)
	musttest.Do(d.t, f.Close())
}

// want compares what is on record of the question: "Yes No?" is a Yes and a No that is not
// confirmed.
func (d *desk) want(want string) {
	d.t.Helper()
	var list []string
	for _, a := range d.Of("", "", parsed(d.t, shown)) {
		text := a.Answer()
		if a.Unconfirmed {
			text += "?"
		}
		list = append(list, text)
	}
	if got := strings.Join(list, " "); got != want {
		d.t.Errorf("got %q, want %q", got, want)
	}
}

// finish makes the writes that were put off.
func (d *desk) finish() {
	for _, write := range d.later {
		write()
	}
	d.later = nil
}

func (d *desk) file() string {
	d.t.Helper()
	names, err := filepath.Glob(filepath.Join(d.Dir, "*.jsonl"))
	if err != nil || len(names) != 1 {
		d.t.Fatal(names, err)
	}
	return names[0]
}

// TestConfirmed: an answer counts once the transcript says that it is the person's, and what
// was found out is read only once.
func TestConfirmed(t *testing.T) {
	d := newDesk(t)
	d.write(strings.Repeat("an older line\n", 100))
	d.note(d.answer(1, "Yes"))
	d.want("Yes?")
	d.finish()
	d.write(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1"}]},`) // which is not whole yet
	d.want("Yes?")
	d.write("\n" + `{"type":"attachment","text":"` + strings.Repeat("x", 90<<10) + `"}` + "\n")
	d.tell("t1", "Yes", "user_temporary")
	d.want("Yes")
	d.finish()
	musttest.Do(t, os.Remove(d.transcript))
	d.want("Yes")

	d.note(d.answer(2, "No"))
	d.tell("t2", "No", "hook")
	d.want("Yes")
	d.finish()
	d.note(d.answer(3, "No"))
	d.want("Yes No?") // the client may still say it
	d.write(strings.Repeat("{}\n", maxBehind/3+1))
	d.want("Yes No?")
	d.tell("t3", "No", "user_temporary") // too far behind
	d.finish()
	d.want("Yes No?")
	if reader := (Record{Dir: d.Dir, Now: d.Now}); len(reader.All()) != 2 {
		t.Errorf("%+v", reader.All())
	}
}

// TestConfirmsOneQuestion: what is found out of one question of a call is kept of no other.
func TestConfirmsOneQuestion(t *testing.T) {
	d := newDesk(t)
	first, second := d.answer(1, "No"), d.answer(1, "Yes")
	second.Index = 1
	d.note(first)
	d.note(second)
	d.tell("t1", "Yes", "user_temporary")
	d.want("No? Yes")
	d.finish()
	d.want("No? Yes")
	d.note(d.answer(2, "No"))
	musttest.Write(t, d.transcript, "") // which is then shorter than it was
	d.want("No? Yes No?")
}

// TestSaidOtherwise: what the transcript does not say of this answer to this question is not
// the person's. Where they answered otherwise, it stands against what is older.
func TestSaidOtherwise(t *testing.T) {
	for name, tt := range map[string]struct{ line, want string }{
		"the person's":     {``, "Yes"},
		"another answer":   {`"answers":{"Use the cache?":"Yes"|"answers":{"Use the cache?":"No"`, "Yes?"},
		"another question": {`"description":"d"|"description":"e"`, "Yes?"},
		"a note":           {`"answers":|"annotations":{"Use the cache?":{"notes":"n"}},"answers":`, "Yes?"},
		"a timer":          {`"answers":|"afkTimeoutMs":60000,"answers":`, ""},
		"an error":         {`"tool_use_id":"t1"|"tool_use_id":"t1","is_error":true`, ""},
		"an error beside":  {`"t1"}|"t1"},{"type":"tool_result","tool_use_id":"t9","is_error":true}`, "Yes"},
		"one of two fails": {`"t1"}|"t1","is_error":true},{"type":"tool_result","tool_use_id":"t9"}`, ""},
		"an older client":  {`"permissionDecision"|"decision"`, "Yes?"},
		"another call":     {`"t1"|"t9"`, "Yes?"},
		"a message":        {`"type":"user"|"type":"assistant"`, "Yes?"},
		"a program":        {`user_temporary|rule`, "Yes?"},
		"a rule of theirs": {`user_temporary|user_permanent`, "Yes"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.note(d.answer(1, "Yes"))
			d.tell("t1", "Yes", "user_temporary")
			if was, is, ok := strings.Cut(tt.line, "|"); ok {
				content := musttest.Read(t, d.transcript)
				musttest.Write(t, d.transcript, strings.Replace(string(content), was, is, 1))
			}
			d.want(tt.want)
		})
	}
}

// TestOrder: what was kept one after the other was answered so, whatever the clock says; what
// transcripts tell stands where it was answered, and each call counts once.
func TestOrder(t *testing.T) {
	d := newDesk(t)
	kept := func(minute int, label string, by question.AnsweredBy) {
		a := d.answer(minute, label)
		a.By = by
		musttest.Do(t, d.Add(a))
	}
	kept(50, "Yes", question.AnsweredInCall)
	kept(10, "No", question.AnsweredInCall) // the clock was set back
	d.want("Yes No")
	kept(30, "Yes", question.AnsweredInTranscript)
	d.want("Yes Yes No")
	kept(30, "Yes", question.AnsweredInTranscript)
	kept(60, "Yes", question.AnsweredInTranscript)
	d.want("Yes Yes No Yes")
	d.note(d.answer(70, "No"))
	kept(70, "No", question.AnsweredInTranscript) // which confirms it
	d.want("Yes Yes No Yes No")
	d.note(d.answer(70, "No"))
	d.want("Yes Yes No Yes No")
	d = newDesk(t)
	for _, call := range []string{"c", "", "", "c"} { // those without one are all answers of their own
		a := d.answer(1, "Yes")
		a.Call = call
		musttest.Do(t, d.Add(a))
	}
	d.want("Yes Yes Yes")
}

// TestLossAsksMore takes away or damages any part of the record: nothing older may come to
// count because something newer is gone.
func TestLossAsksMore(t *testing.T) {
	d := newDesk(t)
	for minute, label := range []string{"Yes", "Yes", "No", "Yes", "No"} {
		d.Now = func() time.Time { return noon.Add(time.Duration(minute) * time.Minute) }
		musttest.Do(t, d.Add(d.answer(minute, label)))
	}
	d.want("Yes Yes No Yes No")
	name := d.file()
	whole := musttest.Read(t, name)
	for size := range len(whole) { // a write that did not end, and one after it
		musttest.Write(t, name, string(whole[:size]))
		if past := d.Of("", "", parsed(t, shown)); len(past) > 0 && whole[size-1] != '\n' && past[len(past)-1].At.Before(noon.Add(time.Duration(strings.Count(string(whole[:size]), "\n"))*time.Minute)) {
			t.Fatalf("cut at %d: %d count, though a newer one is lost", size, len(past))
		}
		if size > 0 && whole[size-1] != '\n' {
			d.Now = func() time.Time { return noon.Add(time.Hour) }
			later := d.answer(90, "Yes")
			musttest.Do(t, d.Add(later))
			d.want("Yes") // the newest alone
			break
		}
	}
	lines := strings.SplitAfter(string(whole), "\n")
	for i := range lines[:5] {
		for was, is := range map[string]string{
			`"labels"`: `"labels`, `{"key"`: `["key"`, `,"written"`: `;"written"`, "}\n": "]\n",
		} {
			damaged := append([]string(nil), lines...)
			damaged[i] = strings.Replace(damaged[i], was, is, 1)
			musttest.Write(t, name, strings.Join(damaged, ""))
			if past := d.Of("", "", parsed(t, shown)); len(past) > 4-i {
				t.Errorf("%s of line %d is damaged, and %d count", was, i, len(past))
			}
		}
	}
	musttest.Do(t, os.Remove(name))
	d.want("")
}

// TestCut: a file that has grown too long is begun anew as a whole, and what transcripts tell
// of the time before does not count any more.
func TestCut(t *testing.T) {
	d := newDesk(t)
	long := d.answer(1, "Yes")
	long.Question = parsed(t, strings.Replace(shown, `"d"`, `"`+strings.Repeat("x", maxQuestion-200)+`"`, 1))
	for n := 0; ; n++ {
		long.Call = fmt.Sprint("long", n)
		musttest.Do(t, d.append(long, Proof{}))
		if info, err := os.Stat(d.file()); err != nil || info.Size() > maxFile {
			break
		}
	}
	d.Now = func() time.Time { return noon.Add(time.Hour) }
	musttest.Do(t, d.Add(d.answer(61, "No")))
	d.want("No")
	past := d.answer(2, "Yes")
	past.By = question.AnsweredInTranscript
	musttest.Do(t, d.Add(past))
	d.want("No")
	long.Question = parsed(t, strings.Replace(shown, `"d"`, `"`+strings.Repeat("x", maxQuestion)+`"`, 1))
	musttest.Do(t, d.Add(long))
	d.want("No") // it was too long to be kept
}

// TestServers: each project has servers of its own.
func TestServers(t *testing.T) {
	d := newDesk(t)
	a := d.answer(1, "Yes")
	a.Server, a.Project = "srv", "/a"
	musttest.Do(t, d.Add(a))
	for _, tt := range []struct {
		server, project string
		want            int
	}{{"srv", "/a", 1}, {"srv", "/b", 0}, {"", "/a", 0}, {"other", "/a", 0}} {
		if got := len(d.Of(tt.server, tt.project, a.Question)); got != tt.want {
			t.Errorf("%s in %s: %d", tt.server, tt.project, got)
		}
		if got := len(d.AllOf(tt.server, tt.project)); got != tt.want {
			t.Errorf("all of %s in %s: %d", tt.server, tt.project, got)
		}
	}
}

// TestManyProcesses: what many write at once is all there.
func TestManyProcesses(t *testing.T) {
	d := newDesk(t)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			if err := d.Note(d.answer(i, "Yes"), Proof{}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := len(d.Of("", "", parsed(t, shown))); got != 50 {
		t.Errorf("%d of 50", got)
	}
}

// TestRepeats: a line that repeats the one before is read as if it stood alone, and a broken
// one is missed among them.
func TestRepeats(t *testing.T) {
	d := newDesk(t)
	q := []question.Question{parsed(t, shown), parsed(t, strings.Replace(shown, "the cache", `\"question\":`, 1))}
	for i := range 200 {
		a := d.answer(i, []string{"Yes", "Yes", "Yes", "No"}[i*7%13%4])
		d.Now = func() time.Time { return a.At }
		a.Session, a.Question, a.Note = fmt.Sprint("s,\"question\":", i/9), q[i*5%11%2], i%17 == 0
		switch {
		case i%5 == 0:
			d.note(a)
		case i%13 == 0:
			a.Call, a.Others = "", parsed(t, shown).Raw()
			fallthrough
		default:
			musttest.Do(t, d.Add(a))
		}
	}
	content, err := os.ReadFile(d.file())
	musttest.Do(t, err)
	key := keyOf("", "", q[0])
	got := readFile(d.file(), key)
	var want entries
	for line := range strings.Lines(string(content)) {
		name := filepath.Join(t.TempDir(), "one.jsonl")
		musttest.Write(t, name, line)
		one := readFile(name, key)
		want.past, want.sources = append(want.past, one.past...), append(want.sources, one.sources...)
	}
	if len(got.past) != 200 || !reflect.DeepEqual(*got, want) {
		t.Errorf("%d answers, alone %d:\n%+v\n%+v", len(got.past), len(want.past), got, want)
	}
	for _, broken := range []string{`{"at"`, `{"at":"yesterday"}`, `{}`, `"at"`, `{"at":"2026-11-28T12:00:00Z","at"}`} {
		lines := strings.SplitAfter(string(content), "\n")
		given := lines[100][strings.Index(lines[100], givenMember)+len(givenMember):]
		lines[100] = strings.Replace(lines[100], given[:strings.Index(given, "}")+1], broken, 1)
		musttest.Write(t, d.file(), strings.Join(lines, ""))
		if got := readFile(d.file(), key); len(got.past) >= 100 {
			t.Errorf("%s: %d answers from before it count", broken, len(got.past))
		}
	}
}

// BenchmarkConfirm reads an answer whose transcript has 50 MB before it: 1 ms, of which 2 may be spent.
func BenchmarkConfirm(b *testing.B) {
	dir := b.TempDir()
	transcript := filepath.Join(dir, "t.jsonl")
	old := strings.Repeat(`{"type":"assistant","message":"`+strings.Repeat("x", 1000)+`"}`+"\n", 50<<10)
	d := &desk{}
	d.Record = Record{Dir: filepath.Join(dir, "answers"), Now: func() time.Time { return noon }}
	v, err := hooks.Parse(shown)
	musttest.Do(b, err)
	q, err := question.ParseQuestion(v)
	musttest.Do(b, err)
	behind := strings.Repeat(`{"type":"attachment","text":"`+strings.Repeat("y", 90<<10)+`"}`+"\n", 10) +
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1"}]},"toolUseResult":{"questions":[` + shown + `],"answers":{"Use the cache?":"Yes"}},"permissionDecision":{"source":"user_temporary"}}` + "\n"
	musttest.Do(b, os.WriteFile(transcript, []byte(old+behind), 0o600))
	a := question.PastAnswer{At: noon, By: question.AnsweredInDialog, Call: "t1", Question: q, Labels: []string{"Yes"}}
	musttest.Do(b, d.Note(a, Proof{Transcript: transcript, Length: int64(len(old))}))
	for b.Loop() {
		if past := d.Of("", "", q); len(past) != 1 || past[0].Unconfirmed {
			b.Fatal(past)
		}
	}
}
