package transcript

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript/historytest"
	"neverask/settings/musttest"
)

func TestUpdateReadsOnlyWhatIsNew(t *testing.T) {
	a, path := archive(t, ask("t", letters))
	state := filepath.Dir(a.index)
	reopen := func() *Archive {
		t.Helper()
		a.enough = 1
		musttest.Do(t, a.Save())
		a = Open(a.root, state)
		return a
	}
	changed, err := reopen().Update(context.Background(), nil)
	if err != nil || changed || a.Stats().NewBytes != 0 || len(a.Questions()) != 1 {
		t.Fatalf("nothing is new: %v, %v, %+v", changed, err, a.Stats())
	}
	// A line arrives in two pieces.
	result := get("t", `{"Which letter?":"b"}`, byPerson) + "\n"
	appendTo(t, path, result[:50])
	update(t, reopen())
	if got := a.Stats().NewBytes; got != 50 || a.Questions()[0].Outcome != Unanswered {
		t.Errorf("read %d bytes of a part of a line: %+v", got, a.Questions())
	}
	appendTo(t, path, result[50:])
	update(t, reopen())
	if got := a.Stats().NewBytes; got != int64(len(result)) || a.Questions()[0].Answer != "b" {
		t.Errorf("read %d bytes of %d: %+v", got, len(result), a.Questions())
	}
	// A file with other content, of the same length or not, is read anew.
	for _, text := range []string{"Which number?", "Which?", "Which number of the two?"} {
		musttest.Write(t, path, strings.ReplaceAll(ask("t", letters)+"\n"+result, "Which letter?", text))
		later := time.Now().Add(time.Hour)
		musttest.Do(t, os.Chtimes(path, later, later))
		update(t, reopen())
		if q := a.Questions(); len(q) != 1 || q[0].Text != text {
			t.Errorf("got %+v, want %q", q, text)
		}
	}
	musttest.Do(t, os.Remove(path))
	if changed, err := reopen().Update(context.Background(), nil); err != nil || !changed || len(a.Questions()) != 0 {
		t.Errorf("a deleted transcript is remembered: %v, %v, %+v", changed, err, a.Questions())
	}
}

func TestSaveLeavesLittleForLater(t *testing.T) {
	a, path := archive(t, ask("t", letters))
	save := func() string {
		t.Helper()
		update(t, a)
		musttest.Do(t, a.Save())
		b := musttest.Read(t, a.index)
		return string(b)
	}
	first := save()
	appendTo(t, path, ask("u", digits)+"\n")
	if save() != first {
		t.Error("the index was written for one line")
	}
	if a = Open(a.root, filepath.Dir(a.index)); save() != first || len(a.Questions()) != 2 {
		t.Errorf("after a new start: %+v", a.Questions())
	}
	appendTo(t, path, strings.Repeat(strings.Repeat("x", 1<<20)+"\n", 5))
	if save() == first {
		t.Error("the index was not written for megabytes")
	}
}

func appendTo(t testing.TB, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	musttest.Do(t, err)
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func TestIndexThatIsNoUse(t *testing.T) {
	a, _ := archive(t, ask("t", letters), hooked("PreToolUse", "t", "theirs", "{}"), get("t", `{"Which letter?":"b"}`, byPerson))
	musttest.Do(t, a.Save())
	good := musttest.Read(t, a.index)
	if info, err := os.Stat(a.index); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	want := a.Questions()
	for i := -1; i < len(good); i++ {
		bad := slices.Clone(good)
		if i >= 0 {
			bad[i] ^= 0x10
		}
		files, ok := decodeIndex(bad, a.root)
		if ok != (i < 0) {
			t.Fatalf("byte %d of %d changed: %v", i, len(good), ok)
		}
		if ok && !reflect.DeepEqual(files, a.files) {
			t.Errorf("got  %+v\nwant %+v", files, a.files)
		}
	}
	if _, ok := decodeIndex(good, a.root+"2"); ok {
		t.Error("the index of another directory is taken")
	}
	musttest.Write(t, a.index, string(good[:len(good)/2]))
	again := Open(a.root, filepath.Dir(a.index))
	update(t, again)
	if again.Stats().NewBytes == 0 || !reflect.DeepEqual(again.Questions(), want) {
		t.Errorf("not rebuilt: %+v", again.Stats())
	}
	musttest.Do(t, again.Save())
	if b, err := os.ReadFile(a.index); err != nil || string(b) != string(good) {
		t.Errorf("the rebuilt index is another one, %v", err)
	}
}

func TestVeryLongLines(t *testing.T) {
	long := func(before string, size int, after string) string { return before + strings.Repeat("x", size) + after }
	whole := ask("toolu_w", strings.Replace(letters, "first", strings.Repeat("first ", 1<<17), 1))
	a, path := archive(t,
		ask("toolu_t", letters),
		long(`{"type":"user","message":"`, 50<<20, `"}`),
		long(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_t","content":"`, 1<<20, `"}]},"toolUseResult":{"answers":{"Which letter?":"b"},"annotations":{}}}`),
		whole,
		get("toolu_w", `{"Which letter?":"a"}`, byPerson),
		long(`{"type":"user","message":"`, maxLine, `","hookName":"PreToolUse:AskUserQuestion"}`),
		long(`{"type":"attachment","attachment":{"type":"hook_success","toolUseID":"toolu_t","command":"c","stdout":"`, 3<<20, `","hookEvent":"PreToolUse","hookName":"PreToolUse:AskUserQuestion"}}`),
	)
	q := a.Questions()
	if len(q) != 2 || q[0].Answer+q[1].Answer != "ba" && q[0].Answer+q[1].Answer != "ab" {
		t.Fatalf("got %d questions", len(q))
	}
	for _, q := range q {
		if q.Cut != (q.ToolUseID == "toolu_w") || len(q.Options[0].Description) > maxDescription {
			t.Errorf("%s: cut %v", q.ToolUseID, q.Cut)
		}
	}
	if h := a.Hooks(); len(h) != 1 || len(h[0].Stdout) != maxStdout {
		t.Errorf("got %d hooks", len(h))
	}
	if got := a.Stats().Skipped; got != (Skipped{Long: 1}) {
		t.Errorf("skipped %+v", got)
	}
	// A long line that has no end yet is read when it has.
	appendTo(t, path, ask("z", strings.Replace(letters, "first", strings.Repeat("1st ", 1<<18), 1)))
	update(t, a)
	if n := len(a.Questions()); n != 2 {
		t.Errorf("%d questions", n)
	}
	appendTo(t, path, "\n")
	update(t, a)
	if n := len(a.Questions()); n != 3 {
		t.Errorf("%d questions", n)
	}
}

func TestCancelledUpdateGoesOn(t *testing.T) {
	// More files than reports can wait to be heard, so that the reader cannot
	// have come to its end when the second is.
	const files = 40
	root := t.TempDir()
	questions := historytest.Write(t, root, 20, files)
	a := Open(root, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	var last Progress
	_, err := a.Update(ctx, func(p Progress) {
		if last = p; p.FilesDone == 2 {
			cancel()
		}
	})
	if err == nil || len(a.Questions()) == questions || last.Files != files {
		t.Fatalf("not cancelled: %v, %+v", err, last)
	}
	musttest.Do(t, a.Save())
	done := a.Stats().NewFiles
	a = Open(root, filepath.Dir(a.index))
	if _, err := a.Update(context.Background(), func(p Progress) { last = p }); err != nil {
		t.Fatal(err)
	}
	if got := len(a.Questions()); got != questions || a.Stats().NewFiles != files-done {
		t.Errorf("%d questions of %d, %d files after %d", got, questions, a.Stats().NewFiles, done)
	}
	if last.FilesDone != last.Files || last.BytesDone != last.Bytes || last.Bytes == 0 {
		t.Errorf("the end of the progress is %+v", last)
	}
}

func TestNoTranscripts(t *testing.T) {
	a := Open(filepath.Join(t.TempDir(), "nothing"), t.TempDir())
	if changed, err := a.Update(context.Background(), nil); err != nil || changed {
		t.Errorf("%v, %v", changed, err)
	}
	root := t.TempDir()
	musttest.Write(t, filepath.Join(root, "p", "notes.txt"), ask("t", letters))
	musttest.Write(t, filepath.Join(root, "p", "empty.jsonl"), "")
	musttest.Do(t, os.Symlink("loop.jsonl", filepath.Join(root, "p", "loop.jsonl")))
	a = Open(root, t.TempDir())
	update(t, a)
	if len(a.Questions()) != 0 || a.Stats().Files != 1 {
		t.Errorf("%+v", a.Stats())
	}
}
