package prompt

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"neverask/diffview"
)

// Reasons why a question has no answer.
var (
	ErrDeclined    = errors.New("the question was declined")
	ErrInterrupted = errors.New("interrupted")
	ErrEnded       = errors.New("the input has ended")
)

// A Terminal asks the person questions. It is not safe for concurrent use.
type Terminal struct {
	in     io.Reader
	out    io.Writer
	getenv func(string) string
	lines  *bufio.Reader
	next   chan line // a read that was given up; or nil
}

type line struct {
	text string
	err  error
}

// New returns a Terminal on a process's input and output.
func New(in io.Reader, out io.Writer, getenv func(string) string) *Terminal {
	return &Terminal{in: in, out: out, getenv: getenv, lines: bufio.NewReader(in)}
}

// Open returns a Terminal on the controlling terminal, whatever standard input and output are.
func Open(getenv func(string) string) (*Terminal, error) {
	in, out, err := tea.OpenTTY()
	if err != nil {
		return nil, err
	}
	return New(in, out, getenv), nil
}

// Plain reports whether the person wants plain lines, or has a terminal that can do nothing else.
func Plain(getenv func(string) string) bool {
	return getenv("ACCESSIBLE") != "" || getenv("TERM") == "dumb"
}

// Line asks for a line of text. It shows preset, which an empty line stands for.
func (t *Terminal) Line(ctx context.Context, text, preset string) (string, error) {
	if preset != "" {
		text += " [" + diffview.Visible(preset) + "]"
	}
	s, err := t.ask(ctx, text+": ")
	if s == "" {
		s = preset
	}
	return s, err
}

// Choose asks a question, and returns the chosen labels, or the text that was typed instead.
func (t *Terminal) Choose(ctx context.Context, q Question) (labels []string, err error) {
	if in, out, ok := t.canDraw(); ok {
		return draw(ctx, q, in, out, t.getenv("TERM"))
	}
	return t.list(ctx, q)
}

// canDraw reports whether both ends are a terminal of known size, and the person doesn't want lines.
func (t *Terminal) canDraw() (in, out *os.File, ok bool) {
	in, ok = t.in.(*os.File)
	if !ok || !term.IsTerminal(in.Fd()) {
		return nil, nil, false
	}
	out, ok = t.out.(*os.File)
	if !ok || Plain(t.getenv) {
		return nil, nil, false
	}
	width, height, err := term.GetSize(out.Fd())
	return in, out, err == nil && width > 0 && height > 0
}

// list asks a question as a numbered list and a line to type.
func (t *Terminal) list(ctx context.Context, q Question) ([]string, error) {
	offer := func() {
		Print(t.out, "\n"+q.Text)
		for i, o := range q.Options {
			text := fmt.Sprintf("%d. %s", i+1, o.Label)
			if o.Description != "" {
				text += ": " + o.Description
			}
			Print(t.out, text)
		}
	}
	offer()
	for try := 1; ; try++ {
		s, err := t.Line(ctx, q.how(), q.Preset)
		switch {
		case err != nil:
			return nil, err
		case s == "":
			return nil, ErrDeclined
		case s == "?" && !q.Other:
			try--
			offer()
			continue
		}
		labels, err := q.Read(s)
		if err == nil {
			return labels, nil
		}
		Print(t.out, err.Error())
		if try == q.Tries {
			return nil, ErrDeclined
		}
	}
}

// how says what to type.
func (q Question) how() string {
	how := "A number"
	if q.Multi {
		how = "Numbers with commas between them"
	}
	if q.Other {
		how += ", or other words"
	} else {
		how += ", a name, or ? for help"
	}
	if q.Preset == "" {
		how += "; an empty line " + q.Leave
	}
	return how
}

// ask prints a text and reads a line. Because not every read from a terminal can be cancelled, a
// read that was given up goes on, and the next call takes its result.
func (t *Terminal) ask(ctx context.Context, text string) (string, error) {
	io.WriteString(t.out, wrap(t.out, text))
	if t.next == nil {
		next := make(chan line, 1)
		t.next = next
		go func() {
			s, err := t.lines.ReadString('\n')
			next <- line{s, err}
		}()
	}
	select {
	case <-ctx.Done():
		fmt.Fprintln(t.out)
		return "", context.Cause(ctx)
	case l := <-t.next:
		t.next = nil
		if l.err != nil && l.text == "" {
			return "", errors.Join(ErrEnded, l.err)
		}
		return strings.TrimSpace(l.text), nil
	}
}

// Print prints lines of any text safely, wrapped at words if w is a terminal.
func Print(w io.Writer, text string) {
	for l := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(w, wrap(w, diffview.Visible(l)))
	}
}

// Wrapping returns a writer that wraps lines at words if w is a terminal.
func Wrapping(w io.Writer) io.Writer { return &wrapping{w: w} }

type wrapping struct {
	w    io.Writer
	line []byte // the incomplete last line
}

func (w *wrapping) Write(p []byte) (n int, err error) {
	w.line = append(w.line, p...)
	for err == nil {
		line, rest, whole := bytes.Cut(w.line, []byte("\n"))
		if !whole {
			break
		}
		w.line = rest
		_, err = fmt.Fprintln(w.w, wrap(w.w, string(line)))
	}
	return len(p), err
}

func wrap(w io.Writer, text string) string {
	f, ok := w.(*os.File)
	if !ok {
		return text
	}
	width, _, err := term.GetSize(f.Fd())
	if err != nil || width < 2 {
		return text
	}
	return ansi.Wrap(text, width-1, " ")
}
