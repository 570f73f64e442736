package rules

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standing"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/foreign"
	"neverask/tui/kit"
)

func lintCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Find rules that have no effect, or match too much",
		Long: `Find rules that have no effect, or match too much.

The rules are looked at by themselves, and held against the questions that were
asked: which never matched one, are always overruled by another, answer with a
label that is no longer offered, or match questions of all kinds.`,
		Example: "  neverask rules lint",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, problems, err := a.Book().Read()
			if err != nil {
				return a.RulesError(err)
			}
			asked, _, err := a.Asked(cmd.Context())
			if err != nil {
				return err
			}
			past, err := a.Rulebook().Lint(asked)
			if err != nil {
				return a.RulesError(err)
			}
			past = slices.DeleteFunc(past, func(f preferences.Finding) bool { return f.Kind == preferences.Unanswered }) // which is no fault
			_, broken, err := a.Book().ReadTools()
			if err != nil {
				return a.RulesError(err)
			}
			_, untold, err := a.Book().ReadLines()
			if err != nil {
				return a.RulesError(err)
			}
			found := preferences.MergeFindings(preferences.Lint(p, slices.Concat(problems, broken, untold)), past)
			if asJSON {
				return a.WriteJSON(cli.OrEmpty(found))
			}
			for _, f := range found {
				fmt.Fprintf(a.Stdout, "%s: %s\n", diffview.Visible(f.Rule), diffview.Visible(f.Message))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func editCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "edit",
		Short: "Edit the preferences file in your editor",
		Long: `Edit the preferences file in $VISUAL or $EDITOR.

You edit a copy. It is put in place when it is valid; else you are told where it
is not, and may go on editing. The file itself is never left invalid.`,
		Example: "  VISUAL=nano neverask rules edit",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return editPrefs(cmd.Context(), a) },
	}
}

const freshPreferences = "{\n  \"version\": 1,\n  \"rules\": [\n  ]\n}\n"

func editPrefs(ctx context.Context, a *cli.App) error {
	if a.InSession() {
		// The editor could be one that a repository names.
		return cli.Misuse(cli.OutsideHint, "nothing was changed: this is a session of Claude Code, and only you can edit")
	}
	path := a.Installer.Paths.Preferences()
	before, err := foreign.ReadFile(path, settings.MaxSize)
	content := before
	if errors.Is(err, fs.ErrNotExist) {
		content = []byte(freshPreferences)
	} else if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "neverask-edit-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	draft := filepath.Join(dir, "preferences.json")
	if err := os.WriteFile(draft, content, 0o600); err != nil {
		return err
	}
	for {
		if err := runEditor(ctx, a, draft); err != nil {
			return err
		}
		after, err := foreign.ReadFile(draft, settings.MaxSize)
		if err != nil {
			return err
		}
		again, err := acceptDraft(ctx, a, path, before, after)
		if !again {
			return err
		}
		a.Note("neverask", err.Error())
		if !a.Terminal {
			return cli.Exit(cli.Invalid, errors.New("the draft is not valid"), "the preferences were not changed")
		}
		if ok, askErr := a.Prompts().Confirm(ctx, "Edit again? (No keeps the preferences unchanged.)"); askErr != nil || !ok {
			return askErr
		}
	}
}

// acceptDraft puts an edited copy in place, when it is valid and the file is
// still what the copy was made of. again says that the person may go on.
func acceptDraft(ctx context.Context, a *cli.App, path string, before, after []byte) (again bool, err error) {
	if string(after) == string(before) {
		fmt.Fprintln(a.Stderr, "neverask: nothing was changed")
		return false, nil
	}
	if _, err := settings.Parse(after); err != nil {
		return true, fmt.Errorf("the draft: %w", err)
	}
	_, problems, err := question.ParsePreferences(after)
	if err != nil {
		return true, fmt.Errorf("the draft: %w", err)
	}
	_, broken, _ := toolrule.Parse(after) // what is wrong with the whole file is among the problems
	_, untold, _ := standing.Parse(after)
	if problems = slices.Concat(problems, broken, untold); len(problems) > 0 {
		p := problems[0]
		return true, fmt.Errorf("the draft: %d:%d: %s", p.Line, p.Column, p.Message)
	}
	return false, a.Book().Replace(ctx, before, after)
}

// runEditor runs the person's editor without a shell.
func runEditor(ctx context.Context, a *cli.App, file string) error {
	args, err := kit.EditorCommand(a.Getenv, file, 0)
	if err != nil {
		return cli.Misuse("for example: VISUAL=nano neverask rules edit", "%w", err)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.Stdin, a.Stdout, a.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return nil
}
