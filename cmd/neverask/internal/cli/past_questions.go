package cli

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/charmbracelet/x/term"

	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/suggest"
)

// PastQuestions reads all questions, the oldest first, and counts skipped lines. It shows progress on a
// terminal.
func (a *App) PastQuestions(ctx context.Context) (asked []transcript.Question, skipped int, err error) {
	p := pastquestions.Open(a.Planner)
	progress, done := a.Progress()
	asked, _, err = p.Asked(ctx, progress)
	done()
	if err != nil {
		return nil, 0, err
	}
	s := p.Stats()
	skipped = s.Skipped.Broken + s.Skipped.Foreign + s.Skipped.Long
	if s.Unreadable > 0 {
		fmt.Fprintf(a.Stderr, "neverask: %s could not be read\n", diffview.Count(s.Unreadable, "transcript"))
	}
	return asked, skipped, nil
}

// Progress returns a function that shows progress on a terminal, and one that removes it. Quick work shows none.
func (a *App) Progress() (show func(transcript.Progress), done func()) {
	f, ok := a.Stderr.(*os.File)
	if !ok || !a.Terminal || !term.IsTerminal(f.Fd()) {
		return nil, func() {}
	}
	shown, next := false, time.Now().Add(300*time.Millisecond)
	show = func(p transcript.Progress) {
		if now := time.Now(); p.Bytes > 0 && now.After(next) {
			shown, next = true, now.Add(100*time.Millisecond)
			fmt.Fprintf(a.Stderr, "\rreading %s: %d %% ", diffview.Count(p.Files, "transcript"),
				min(100, 100*p.BytesDone/p.Bytes))
		}
	}
	return show, func() {
		if shown {
			fmt.Fprint(a.Stderr, "\r\x1b[K")
		}
	}
}

// Suggestions returns the current suggestions from past questions, and those with the given IDs, even if the person
// has declined them.
func Suggestions(a *App, asked []transcript.Question, ids []string) ([]suggest.Suggestion, error) {
	if _, err := QuestionRules(a); err != nil {
		return nil, err
	}
	found, err := a.Rulebook().SuggestionsDespite(asked, ids)
	return found, a.RulesError(err)
}
