package rules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/saferead"
	"neverask/tui/kit"
)

const freshPreferences = "{\n  \"version\": 1,\n  \"rules\": [\n  ]\n}\n"

// editPrefs opens a copy of the preferences in the person's editor, at a rule if an ID is given, and installs the
// copy once it is valid.
func editPrefs(ctx context.Context, a *cli.App, id string) error {
	if a.InSession() {
		// A repository could choose the editor.
		return cli.Misuse(cli.OutsideHint, "nothing was changed: this is a Claude Code session, and only you can edit")
	}
	path := a.Planner.Paths.Preferences()
	before, err := saferead.ReadFile(path, settings.MaxSize)
	content := before
	if errors.Is(err, fs.ErrNotExist) {
		content = []byte(freshPreferences)
	} else if err != nil {
		return err
	}
	line := lineOfRule(content, id)
	if _, err := ruleOf(a, id); id != "" && line == 0 && errors.Is(err, preferences.ErrNoRule) {
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
		if err := runEditor(ctx, a, draft, line); err != nil {
			return err
		}
		after, err := saferead.ReadFile(draft, settings.MaxSize)
		if err != nil {
			return err
		}
		again, err := acceptDraft(ctx, a, path, before, after)
		if !again {
			return err
		}
		a.Note("neverask", err.Error())
		if !a.Terminal {
			return cli.ExitError(cli.Invalid, errors.New("the draft is not valid"), "the preferences were not changed")
		}
		if ok, askErr := a.Prompts().Confirm(ctx, "Edit again? (No keeps the preferences unchanged.)"); askErr != nil || !ok {
			return askErr
		}
	}
}

// acceptDraft replaces the file by an edited copy, if the copy is valid and the file has not changed meanwhile. again
// says that the person may go on editing.
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
	_, broken, _ := toolrule.Parse(after) // the problems include an error of the whole file
	_, untold, _ := standinganswer.Parse(after)
	if problems = slices.Concat(problems, broken, untold); len(problems) > 0 {
		p := problems[0]
		return true, fmt.Errorf("the draft: %d:%d: %s", p.Line, p.Column, p.Message)
	}
	if err := a.Book().Replace(ctx, before, after); err != nil {
		return false, err
	}
	for _, id := range preferences.Unmarked(before, after) {
		a.Note("hint", id+": "+question.Unmarked)
	}
	return false, nil
}

// runEditor runs the person's editor without a shell.
func runEditor(ctx context.Context, a *cli.App, file string, line int) error {
	args, err := kit.EditorCommand(a.Getenv, file, line, 0)
	if err != nil {
		return cli.Misuse("for example: VISUAL=nano neverask rules edit", "%w", err)
	}
	if !a.Terminal && kit.NeedsTerminal(args[0]) {
		return cli.Misuse("neverask rules edit --help shows the flags that change a rule",
			"nothing was changed: there is no terminal for %s", filepath.Base(args[0]))
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.Stdin, a.Stdout, a.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return nil
}

// lineOfRule returns the line of a rule's ID, or 0 if there is none.
func lineOfRule(content []byte, id string) int {
	at := regexp.MustCompile(`"id"\s*:\s*` + regexp.QuoteMeta(string(hooks.AppendString(nil, id)))).FindIndex(content)
	if at == nil {
		return 0
	}
	return bytes.Count(content[:at[1]], []byte{'\n'}) + 1
}
