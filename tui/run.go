package tui

import (
	"context"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Options are the parameters of Run.
type Options struct {
	Backend Backend
	// Input and Output must both be a terminal.
	Input, Output *os.File
	// Environ is the environment as returned by os.Environ: TERM, COLORTERM,
	// NO_COLOR and COLORFGBG decide the colours.
	Environ []string
	// Home is the home directory, shown as "~". It may be empty.
	Home string
	// Backups is the directory with earlier contents of files.
	Backups string
	// Theme is the name of a theme, see [kit.Themes]; SaveTheme saves another one for the next run.
	Theme     string
	SaveTheme func(name string) error
	// ReadOnly hides everything that changes a file.
	ReadOnly bool
	Now      func() time.Time // the clock
}

// Run shows the screens until the person quits or ctx ends. It handles no signals that end programs;
// the caller ends ctx instead, and Run returns its error. However it quits, Run first
// finishes a change that is being written, and returns the error of that change,
// because nobody saw it.
func Run(ctx context.Context, o Options) error {
	t := newTerminal(o)
	width, height, err := t.GetSize()
	if err != nil {
		return err
	}
	screens := newShell(o)
	screens.Exec, screens.Copy = t.lend, t.clipboard
	finishing := func(_ tea.Model, msg tea.Msg) tea.Msg { return t.suspended(screens.FinishWriting(msg)) }
	program := tea.NewProgram(drawn{screens, t},
		tea.WithInput(o.Input), tea.WithOutput(o.Output), tea.WithEnvironment(o.Environ),
		tea.WithColorProfile(t.colors), tea.WithFilter(finishing), tea.WithWindowSize(width, height),
		tea.WithoutSignalHandler(), tea.WithoutRenderer(), tea.WithFPS(1)) // the fewest
	t.send = program.Send
	if err := t.enter(); err != nil {
		return err
	}
	done := make(chan struct{})
	defer close(done)
	go t.follow(done)
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	_, err = program.Run()
	_ = t.leave() // fails if the terminal has gone
	switch {
	case err != nil:
		return err
	case screens.Failure != nil:
		return screens.Failure
	}
	return ctx.Err()
}

// colors returns the colours that the terminal can show. The library's own detection
// would also ask tmux and the terminfo database, which costs a process and files, and
// ignores some non-empty values of NO_COLOR.
func colors(environ []string) colorprofile.Profile {
	profile := colorprofile.Env(environ)
	if lookup(environ, "NO_COLOR") != "" {
		profile = min(profile, colorprofile.ASCII)
	}
	return profile
}

// startsDark guesses the background until the terminal reports it: COLORFGBG ends
// with the palette index of the background; without it, dark is more likely.
func startsDark(environ []string) bool {
	value := lookup(environ, "COLORFGBG")
	background := value[strings.LastIndexByte(value, ';')+1:]
	return background != "7" && background != "15"
}

func lookup(environ []string, name string) (value string) {
	for _, entry := range environ {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}
