package prompt

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

var (
	strong = lipgloss.NewStyle().Bold(true)
	faint  = lipgloss.NewStyle().Faint(true)
)

// draw asks a question under the last line of the terminal.
func draw(ctx context.Context, q Question, in, out *os.File, kind string) ([]string, error) {
	keys := &input{File: in, ended: make(chan struct{})}
	// Colours are not needed, so none are looked up. As over SSH, the terminal is not asked
	// what it can do: the shell would read a late reply.
	program := tea.NewProgram(newPicker(q), tea.WithInput(keys),
		tea.WithOutput(out), tea.WithEnvironment([]string{"TERM=" + kind, "SSH_TTY="}),
		tea.WithColorProfile(colorprofile.ASCII), tea.WithoutSignalHandler())
	over, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-keys.ended:
			program.Send(leftMsg{ErrEnded})
		case <-over.Done():
			program.Send(leftMsg{context.Cause(ctx)})
		}
	}()
	final, err := program.Run()
	if err != nil {
		return nil, err
	}
	p := final.(*picker)
	// The renderer cannot shrink what it has drawn, so the summary is written here.
	_, err = io.WriteString(out, ansi.CursorUp(min(p.tallest, p.height-1))+"\r"+ansi.EraseScreenBelow+
		strings.Join(p.summary(), "\n")+"\n")
	return p.chosen, errors.Join(p.err, err)
}

// input is a terminal that signals its end of input; Bubble Tea would keep waiting.
type input struct {
	*os.File
	once  sync.Once
	ended chan struct{}
}

func (in *input) Read(b []byte) (int, error) {
	n, err := in.File.Read(b)
	if err != nil {
		in.once.Do(func() { close(in.ended) })
	}
	return n, err
}

// leftMsg ends a question without an answer.
type leftMsg struct{ why error }

// picker is the state of the dialog for one question.
type picker struct {
	q             Question
	width, height int
	at            int // the row of the cursor; len(q.Options) is "something else"
	marked        []bool
	typing        bool
	text          []rune
	chosen        []string
	tallest       int // maximum number of rows drawn so far
	over          bool
	err           error // why nothing was chosen; or nil
}

func newPicker(q Question) *picker {
	preset := slices.IndexFunc(q.Options, func(o Option) bool { return o.Label == q.Preset })
	return &picker{q: q, width: 80, height: 24, at: max(0, preset), marked: make([]bool, len(q.Options))}
}

func (p *picker) Init() tea.Cmd { return nil }

func (p *picker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if msg.Width > 0 && msg.Height > 0 {
			p.width, p.height = msg.Width, msg.Height
		}
	case leftMsg:
		p.leave(msg.why)
	case tea.PasteMsg:
		if p.typing {
			p.add(msg.Content)
		}
	case tea.KeyPressMsg:
		p.press(msg)
	}
	if p.over {
		return p, tea.Quit
	}
	return p, nil
}

func (p *picker) leave(why error) { p.over, p.err = true, why }

func (p *picker) choose(labels ...string) { p.over, p.chosen = true, labels }

// last returns the last row for the cursor.
func (p *picker) last() int {
	if p.q.Other {
		return len(p.q.Options)
	}
	return len(p.q.Options) - 1
}

func (p *picker) press(msg tea.KeyPressMsg) {
	key := msg.String()
	switch {
	case p.over:
	case key == "ctrl+c":
		p.leave(ErrInterrupted)
	case p.typing:
		p.typed(key, msg.Text)
	case key == "esc":
		p.leave(ErrDeclined)
	case key == "up" || key == "k":
		p.at = max(0, p.at-1)
	case key == "down" || key == "j":
		p.at = min(p.last(), p.at+1)
	case key == "space" && p.q.Multi && p.at < len(p.q.Options):
		p.marked[p.at] = !p.marked[p.at]
	case key == "enter" && p.at == len(p.q.Options):
		p.typing = true
	case key == "enter":
		p.enter()
	case len(key) == 1 && key[0] >= '1' && int(key[0]-'1') <= p.last():
		p.at = int(key[0] - '1')
	}
}

// enter takes the marked options, or the one under the cursor.
func (p *picker) enter() {
	var labels []string
	for i, o := range p.q.Options {
		if p.marked[i] {
			labels = append(labels, o.Label)
		}
	}
	if len(labels) == 0 {
		labels = []string{p.q.Options[p.at].Label}
	}
	p.choose(labels...)
}

// typed handles a key while text is typed.
func (p *picker) typed(key, text string) {
	switch key {
	case "esc":
		p.typing = false
	case "enter":
		if s := strings.TrimSpace(string(p.text)); s != "" {
			p.choose(s)
		}
	case "backspace":
		p.text = p.text[:max(0, len(p.text)-1)]
	default:
		p.add(text)
	}
}

// add appends the printable characters of text to the typed text.
func (p *picker) add(text string) {
	for _, r := range text {
		switch {
		case unicode.IsPrint(r):
			p.text = append(p.text, r)
		case unicode.IsSpace(r):
			p.text = append(p.text, ' ')
		}
	}
}

// View draws the question below earlier output. Its height never shrinks.
func (p *picker) View() tea.View {
	rows := p.draw(true)
	if len(rows) >= p.height {
		rows = p.draw(false)
	}
	p.tallest = max(p.tallest, len(rows))
	return tea.NewView(strings.Join(rows, "\n") + strings.Repeat("\n", 1+p.tallest-len(rows)))
}

// summary returns what stays on the screen.
func (p *picker) summary() []string { return p.rows("? ", p.q.Text+"  "+p.outcome(), strong) }

func (p *picker) outcome() string {
	switch {
	case p.err == nil:
		return strings.Join(p.chosen, ", ")
	case errors.Is(p.err, ErrDeclined) || errors.Is(p.err, ErrInterrupted) || errors.Is(p.err, ErrEnded):
		return "(not answered)"
	}
	return "(withdrawn)"
}

// draw draws the question with the descriptions of all options, or of the one under the cursor.
func (p *picker) draw(described bool) []string {
	rows := p.rows("? ", p.q.Text, strong)
	for i, o := range p.q.Options {
		mark := ""
		if p.q.Multi {
			mark = "[ ] "
			if p.marked[i] {
				mark = "[x] "
			}
		}
		rows = append(rows, p.rows(p.cursor(i)+strconv.Itoa(i+1)+". "+mark, o.Label, p.style(i))...)
		if o.Description != "" && (described || i == p.at) {
			rows = append(rows, p.rows("     ", o.Description, faint)...)
		}
	}
	if p.q.Other {
		other := "something else"
		if p.typing {
			other += ": " + string(p.text) + "_"
		}
		rows = append(rows,
			p.rows(p.cursor(len(p.q.Options))+strconv.Itoa(len(p.q.Options)+1)+". ", other, p.style(len(p.q.Options)))...)
	}
	return append(rows, p.rows("  ", p.help(), faint)...)
}

func (p *picker) help() string {
	switch {
	case p.typing:
		return "type it, enter answers, esc goes back"
	case p.q.Multi:
		return "up/down move, space chooses, enter answers, esc " + p.q.Leave
	}
	return "up/down move, enter answers, esc " + p.q.Leave
}

func (p *picker) cursor(i int) string {
	if i == p.at {
		return "> "
	}
	return "  "
}

func (p *picker) style(i int) lipgloss.Style {
	if i == p.at {
		return strong
	}
	return lipgloss.NewStyle()
}

// rows returns a text after a mark, wrapped at words.
func (p *picker) rows(mark, text string, style lipgloss.Style) (rows []string) {
	room := max(1, p.width-1-len(mark))
	for i, l := range strings.Split(ansi.Wrap(diffview.Visible(text), room, " "), "\n") {
		if i > 0 {
			mark = strings.Repeat(" ", len(mark))
		}
		rows = append(rows, mark+style.Render(l))
	}
	return rows
}
