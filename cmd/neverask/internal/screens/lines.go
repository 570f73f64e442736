package screens

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/prompt"
)

// The screens as plain lines, for ACCESSIBLE=1 and TERM=dumb: what is installed, the offer to
// install, and a menu of the places. Nothing is drawn, every choice is a number or a word that is
// typed, and an empty line changes nothing.

// lineMenu is what the menu offers: the places under their numbers on the screens, then what the
// palette calls so. Those without a command are asked their way through here.
var lineMenu = []struct{ name, about, command string }{
	{"Home", "what is installed, and what needs you", "status"},
	{"Rules", "what is answered for you", ""},
	{"Log", "what Claude asked, and who answered", "log --questions --limit 20"},
	{"Hooks", "every hook of every source", "hooks list"},
	{"Conflicts", "third-party hooks that run on questions", "hooks conflicts"},
	{"Activity", "what Claude's tools did", "log"},
	{"Changes", "what neverask changed", "undo --list"},
	{"Suggestions", "rules suggested by your past answers", ""},
	{"Changed outside", "what other programs took out of your files", "hooks outside"},
	{"Doctor", "find and fix what stops hooks from running", "doctor --fix"},
	{"Install", "install hooks, or add more", "install"},
	{"Uninstall", "remove hooks", "uninstall"},
	{"Undo", "the last change", "undo"},
}

// LineCommands are the commands that the menu runs.
func LineCommands() (all []string) {
	for _, p := range lineMenu {
		if p.command != "" {
			all = append(all, p.command)
		}
	}
	return all
}

// Lines are the screens as lines. execute runs a command, which says itself what goes
// wrong, and returns its exit code.
func Lines(ctx context.Context, a *cli.App, t cli.Target, execute func(context.Context, []string) int) error {
	a.Prompts() // asks on the terminal itself
	a.Stdout, a.Stderr = prompt.Wrapping(a.Stdout), prompt.Wrapping(a.Stderr)
	l := &lineScreens{App: a, execute: execute}
	if err := l.run(ctx, append([]string{"status"}, t.Words()...)); err != nil {
		return err
	}
	where, err := a.Target(t)
	if err != nil {
		return err
	}
	if !status.Inspect(a.Installer, where).Installed {
		fmt.Fprintln(a.Stdout)
		if err := l.run(ctx, append([]string{"install"}, t.Words()...)); err != nil {
			return err
		}
	}
	menu := prompt.Question{Text: "Where to?", Leave: "ends"}
	for _, p := range lineMenu {
		menu.Options = append(menu.Options, prompt.Option{Label: p.name, Description: p.about})
	}
	for {
		chosen, err := a.Prompts().Choose(ctx, menu)
		if err == nil {
			err = l.visit(ctx, chosen[0])
		}
		switch {
		case errors.Is(err, prompt.ErrDeclined):
			return nil
		case errors.Is(err, prompt.ErrEnded):
			fmt.Fprintln(a.Stderr)
			return nil
		case err != nil:
			return err
		}
	}
}

// lineScreens are the screens as lines.
type lineScreens struct {
	*cli.App
	execute func(context.Context, []string) int
	asked   []transcript.Question
	found   map[string][]preferences.Finding // about rules, by ID
}

func (l *lineScreens) run(ctx context.Context, words []string) error {
	if code := l.execute(ctx, words); code != 0 {
		return cli.ClientExit(code)
	}
	return nil
}

// visit shows a place. What goes wrong in a command is told as the command tells it.
func (l *lineScreens) visit(ctx context.Context, name string) (err error) {
	for _, p := range lineMenu {
		if p.name == name && p.command != "" {
			if err := l.run(ctx, strings.Fields(p.command)); ctx.Err() != nil {
				return err
			}
			if name != "Log" {
				return nil
			}
		}
	}
	if l.asked, _, err = l.Asked(ctx); err != nil {
		return err
	}
	switch name {
	case "Log":
		return l.fromLog(ctx)
	case "Rules":
		return l.rules(ctx)
	}
	return l.suggestions(ctx)
}

// say prints lines that are safe for a terminal.
func (l *lineScreens) say(format string, args ...any) {
	prompt.Print(l.Stdout, fmt.Sprintf(format, args...))
}

// pick asks for one of some words, of which the last one changes nothing.
func (l *lineScreens) pick(ctx context.Context, words ...string) (string, error) {
	return l.Prompts().Word(ctx, "What now?", words...)
}

// suggestions goes through the rules that the person's answers speak for.
func (l *lineScreens) suggestions(ctx context.Context) error {
	found, err := l.Rulebook().Suggestions(l.asked)
	if err != nil {
		return l.RulesError(err)
	}
	if len(found) == 0 {
		l.say("There is nothing to suggest.")
	}
	for i, s := range found {
		fmt.Fprintln(l.Stdout)
		l.say("Suggestion %d of %d: %s", i+1, len(found), cli.Shown(s.Latest.Text))
		l.options(s)
		l.say("evidence: %s", s.Evidence(diffview.Since(time.Now(), s.Last)))
		l.say("rule: %s", cli.OneLine(cli.RuleText(s.Rule)))
		if d := s.Differences(); d != "" {
			l.say("careful: %s", d)
		}
		for _, sentence := range preferences.Outlook(s.Rule, s.Seen) {
			l.say("%s", sentence)
		}
		words := []string{"accept", "edit", "not now", "never", "quit", "skip"}
		here, ok := s.Here(l.Installer.Locations.Dir)
		if ok && s.Rule.Project == "" {
			words = append([]string{"accept", "here"}, words[1:]...)
		}
		word, err := l.pick(ctx, words...)
		if err != nil || word == "quit" {
			return err
		}
		if err := l.decide(ctx, word, s, here); err != nil {
			return err
		}
	}
	return nil
}

// options lists the options of a suggestion's question.
func (l *lineScreens) options(s suggest.Suggestion) {
	for i, o := range s.Latest.Options {
		text := fmt.Sprintf("  %d. %s", i+1, o.Label)
		if o.Description != "" {
			text += ": " + o.Description
		}
		l.say("%s", text)
	}
}

// decide does what was said about a suggestion.
func (l *lineScreens) decide(ctx context.Context, word string, s suggest.Suggestion, here question.Rule) error {
	rule, decision := s.Rule, suggest.Accepted
	switch word {
	case "not now":
		return l.Rulebook().RecordDecision(s.ID, suggest.Later)
	case "never":
		return l.Rulebook().RecordDecision(s.ID, suggest.Never)
	case "skip":
		return nil
	case "here":
		rule, decision = here, suggest.AcceptedHere
	case "edit":
		edited, ok, err := l.edit(ctx, rule)
		if err != nil || !ok {
			return err
		}
		if edited.Project != rule.Project {
			decision = suggest.AcceptedHere
		}
		rule = edited
	}
	err := l.save(ctx, rule, "a suggestion", func(added question.Rule) []question.Seen { return transcript.Evidence(added, l.asked) })
	if err == nil {
		err = l.Rulebook().RecordDecision(s.ID, decision)
	}
	return err
}
