package kit

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// ErrNoEditor says that the person has named no editor, and that no usual one is there.
var ErrNoEditor = errors.New("neither VISUAL nor EDITOR is set, and " +
	strings.Join(usualEditors, " and ") + " are not in PATH")

// usualEditors are the editors for somebody who has named none.
var usualEditors = []string{"nano", "vi"}

// EditorCommand returns the command line that opens file in the person's editor, with the cursor
// at a line and a column, as far as the editor is known to support them; 0 is none. The editor may be named with
// arguments, separated by white space; no shell is involved. If none is named, it is a usual one.
func EditorCommand(getenv func(string) string, file string, line, col int) ([]string, error) {
	words := strings.Fields(getenv("VISUAL"))
	if len(words) == 0 {
		words = strings.Fields(getenv("EDITOR"))
	}
	if len(words) == 0 {
		words = usualEditor(getenv("PATH"))
	}
	if len(words) == 0 {
		return nil, ErrNoEditor
	}
	if line > 0 {
		return append(words, atLine(words[0], file, line, col)...), nil
	}
	return append(words, file), nil
}

// usualEditor returns the first of the usual editors in the directories of a PATH, or nil.
func usualEditor(path string) []string {
	for _, name := range usualEditors {
		for _, dir := range filepath.SplitList(path) {
			if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil && filepath.IsAbs(dir) {
				return []string{found}
			}
		}
	}
	return nil
}

// NeedsTerminal reports whether an editor is known to show itself in a terminal only.
func NeedsTerminal(editor string) bool {
	switch editorName(editor) {
	case "vi", "vim", "nvim", "view", "vis", "kak", "nano", "pico",
		"mg", "micro", "joe", "ne", "hx", "helix", "editor", "sensible-editor":
		return true
	}
	return false
}

func editorName(editor string) string {
	return strings.TrimSuffix(strings.ToLower(filepath.Base(editor)), ".exe")
}

// atLine returns the arguments with which an editor opens a file at a line and, unless it is 0, a column.
func atLine(editor, file string, line, col int) []string {
	at := func(separator string) string {
		if col == 0 {
			return strconv.Itoa(line)
		}
		return fmt.Sprintf("%d%s%d", line, separator, col)
	}
	switch editorName(editor) {
	case "vim", "nvim":
		if col > 0 {
			return []string{fmt.Sprintf("+call cursor(%d,%d)", line, col), file}
		}
		return []string{"+" + at(""), file}
	case "nano", "ne":
		return []string{"+" + at(","), file}
	case "emacs", "emacsclient", "kak", "micro":
		return []string{"+" + at(":"), file}
	case "vi", "view", "vis", "pico", "mg", "joe":
		return []string{fmt.Sprintf("+%d", line), file}
	case "code", "code-insiders", "codium", "vscodium", "cursor", "windsurf":
		return []string{"--goto", file + ":" + at(":")}
	case "zed", "zeditor", "subl", "hx", "helix":
		return []string{fmt.Sprintf("%s:%d:%d", file, line, max(col, 1))}
	}
	return []string{file}
}

// editedMsg says that the editor has ended.
type editedMsg struct{ err error }

// Edit opens a file in the person's editor, which has the terminal until it ends; then the
// screen's data is read again. It refuses in a session of Claude Code, where the model may press
// the keys and a repository may name the editor.
func (m *Model) Edit(file string, line, col int) tea.Cmd {
	if m.InSession {
		m.Say("this is a Claude Code session, and only you can edit")
		return nil
	}
	args, err := EditorCommand(m.Getenv, file, line, col)
	if err != nil {
		m.Say("✗ " + err.Error() + ": no editor to open " + Clean(m.Home, file))
		return nil
	}
	return m.Exec(exec.Command(args[0], args[1:]...), func(err error) tea.Msg { return editedMsg{err} })
}

// Take reads what the editor may have changed.
func (msg editedMsg) Take(m *Model) tea.Cmd {
	if msg.err != nil {
		m.Say("✗ the editor: " + Clean(m.Home, msg.err.Error()))
	}
	return m.Reload()
}
