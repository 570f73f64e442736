package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"neverask/diffview"
	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// errDeclined is the answer of a person who wants to give none.
var errDeclined = errors.New("the question was declined")

// errInterrupted is ctrl+c in a dialog.
var errInterrupted = errors.New("interrupted")

// terminal asks questions on the terminal of the process, whatever its standard
// input and output are.
type terminal struct {
	in    *os.File
	out   io.Writer
	keys  chan []byte // what was typed, closed at the end
	plain bool        // prompts of lines, for screen readers and dumb terminals
	once  sync.Once   // starts to read
}

// openTerminal opens the controlling terminal, if there is one.
func openTerminal(getenv func(string) string) (*terminal, error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	t := &terminal{in: f, out: f, keys: make(chan []byte), plain: getenv("ACCESSIBLE") != "" || getenv("TERM") == "dumb"}
	return t, nil
}

// listen starts to read what is typed. One goroutine reads for the life of the
// process: a read from a terminal cannot be taken back everywhere.
func (t *terminal) listen() {
	defer close(t.keys)
	for {
		b := make([]byte, 256)
		n, err := t.in.Read(b)
		if n > 0 {
			t.keys <- b[:n]
		}
		if err != nil {
			return
		}
	}
}

// ask asks one question, and returns its answer as the client takes it.
func (t *terminal) ask(ctx context.Context, q question.Question) (hooks.Value, error) {
	t.once.Do(func() { go t.listen() })
	if t.plain {
		return t.askLine(ctx, q)
	}
	state, err := term.MakeRaw(t.in.Fd())
	if err != nil {
		return t.askLine(ctx, q)
	}
	defer term.Restore(t.in.Fd(), state)
	p := newPicker(q)
	drawn := 0
	for {
		rows := p.view(t.width())
		drawn = t.draw(rows, drawn)
		select {
		case <-ctx.Done():
			t.draw([]string{"The question was taken back."}, drawn)
			return hooks.Value{}, context.Cause(ctx)
		case b, ok := <-t.keys:
			if !ok {
				return hooks.Value{}, errDeclined
			}
			for _, key := range keysOf(b) {
				done, err := p.press(key)
				if done || err != nil {
					t.draw(p.summary(t.width()), drawn)
					return p.value(), err
				}
			}
		}
	}
}

func (t *terminal) width() int {
	if w, _, err := term.GetSize(t.in.Fd()); err == nil && w > 0 {
		return w
	}
	return 80
}

// draw replaces the last rows by others, and returns their number.
func (t *terminal) draw(rows []string, before int) int {
	var b strings.Builder
	if before > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", before)
	}
	b.WriteString("\r\x1b[J")
	for _, row := range rows {
		b.WriteString(row + "\r\n")
	}
	io.WriteString(t.out, b.String())
	return len(rows)
}

// askLine asks with a list of numbers and a line to type.
func (t *terminal) askLine(ctx context.Context, q question.Question) (hooks.Value, error) {
	fmt.Fprintf(t.out, "\nQuestion: %s\n", diffview.Visible(q.Text))
	for i, o := range q.Options {
		fmt.Fprintf(t.out, "%d. %s", i+1, diffview.Visible(o.Label))
		if o.Description != "" {
			fmt.Fprintf(t.out, ": %s", diffview.Visible(o.Description))
		}
		fmt.Fprintln(t.out)
	}
	how := "A number, or other words"
	if q.Multi {
		how = "Numbers with commas between them, or other words"
	}
	for {
		fmt.Fprintf(t.out, "%s; an empty line stops the run: ", how)
		line, err := t.line(ctx)
		if err != nil {
			return hooks.Value{}, err
		}
		if line == "" {
			return hooks.Value{}, errDeclined
		}
		v, err := readAnswer(q, line, true)
		if err == nil {
			return v, nil
		}
		fmt.Fprintln(t.out, err)
	}
}

// line reads one line of a terminal in its usual mode.
func (t *terminal) line(ctx context.Context) (string, error) {
	var line []byte
	for {
		select {
		case <-ctx.Done():
			fmt.Fprintln(t.out, "\nThe question was taken back.")
			return "", context.Cause(ctx)
		case b, ok := <-t.keys:
			if !ok {
				return "", errDeclined
			}
			line = append(line, b...)
			if slices.Contains(b, '\n') {
				return strings.TrimSpace(string(line)), nil
			}
		}
	}
}

// readAnswer understands an answer that a person has typed: the number or the
// label of an option, several of them for a question that takes several, and
// other words when those are allowed. Several labels are joined as the client's
// own dialog does: a list is not accepted everywhere.
func readAnswer(q question.Question, s string, other bool) (hooks.Value, error) {
	s = strings.TrimSpace(s)
	if label, ok := optionOf(q, s); ok {
		return hooks.StringOf(label), nil
	}
	if q.Multi {
		var labels []string
		for part := range strings.SplitSeq(s, ",") {
			label, ok := optionOf(q, strings.TrimSpace(part))
			if !ok {
				labels = nil
				break
			}
			labels = append(labels, label)
		}
		if labels != nil {
			return hooks.StringOf(strings.Join(labels, ", ")), nil
		}
	}
	if _, err := strconv.Atoi(s); err == nil || !other || s == "" {
		return hooks.Value{}, fmt.Errorf("no option reads %q", s)
	}
	return hooks.StringOf(s), nil
}

// optionOf finds the label that a person means.
func optionOf(q question.Question, s string) (string, bool) {
	if n, err := strconv.Atoi(s); err == nil && n >= 1 && n <= len(q.Options) {
		return q.Options[n-1].Label, true
	}
	for _, o := range q.Options {
		if s != "" && question.LabelKey(o.Label) == question.LabelKey(s) {
			return o.Label, true
		}
	}
	return "", false
}

// fit cuts a row to the width of the terminal: a longer one would take two rows.
func fit(s string, width int) string {
	return ansi.Truncate(diffview.Visible(s), max(1, width-1), "…")
}
