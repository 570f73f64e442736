package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"neverask/diffview"
)

// Line prints a line after its margin, with text from files made visible.
func (a *App) Line(margin, format string, args ...any) {
	a.Exact(margin, a.Short(fmt.Sprintf(format, args...)))
}

// PrintAtOnce prints many lines with one write.
func (a *App) PrintAtOnce(lines func()) {
	direct := a.Stdout
	out := bufio.NewWriter(direct)
	a.Stdout = out
	lines()
	a.Stdout = direct
	_ = out.Flush() // ignore the error, as for every line: a closed pipe cannot be reported
}

// Exact prints a line without shortening paths.
func (a *App) Exact(margin, text string) {
	fmt.Fprintln(a.Stdout, margin+diffview.Visible(text))
}

// Row prints a row of a list. On a terminal that is too narrow, it continues on the next line,
// after a margin, without breaking words.
func (a *App) Row(margin int, text string) {
	text = diffview.Visible(text)
	width := 0
	if f, ok := a.Stdout.(*os.File); ok && a.Terminal {
		width, _, _ = term.GetSize(f.Fd())
	}
	if width > 2*margin {
		first, _, _ := strings.Cut(ansi.Wrap(text, width, ""), "\n")
		if rest := strings.TrimLeft(text[len(first):], " "); rest != "" {
			text = first + strings.ReplaceAll("\n"+ansi.Wrap(rest, width-margin, ""), "\n", "\n"+strings.Repeat(" ", margin))
		}
	}
	fmt.Fprintln(a.Stdout, text)
}

// Visible makes lines safe for a terminal: an error contains names of files, rules and hooks
// that others chose.
func Visible(lines string) string {
	all := strings.Split(lines, "\n")
	for i, line := range all {
		all[i] = diffview.Visible(line)
	}
	return strings.Join(all, "\n")
}

// WriteJSON prints a result for programs.
func (a *App) WriteJSON(v any) error {
	enc := a.Encoder()
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Finish ends a command that may have failed. With --json, it also prints the result.
func (a *App) Finish(asJSON bool, result any, err error) error {
	if asJSON {
		if jsonErr := a.WriteJSON(result); jsonErr != nil {
			return jsonErr
		}
	}
	return err
}

// Encoder prints values as JSON, one per line.
func (a *App) Encoder() *json.Encoder {
	enc := json.NewEncoder(a.StdoutJSON())
	enc.SetEscapeHTML(false)
	return enc
}

// StdoutJSON returns stdout for JSON, with deceptive characters escaped, because people also read it on a terminal.
func (a *App) StdoutJSON() io.Writer { return diffview.JSONWriter(a.Stdout) }

// OrEmpty makes an empty list appear as [] in JSON.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// SeverityWord returns the severity of a problem, as on the screens.
func SeverityWord(severity string) string { return strings.Replace(severity, "info", "note", 1) }

// OneLine replaces each run of white space, line breaks included, by a single space.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Shown returns the beginning of a text, on one line.
func Shown(text string) string { return Clip(OneLine(text), 99) }

// Clip returns the beginning of a text.
func Clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Note prints a line to standard error: "neverask", or "hint".
func (a *App) Note(who, text string) {
	fmt.Fprintln(a.Stderr, who+":", a.Short(Visible(text)))
}
