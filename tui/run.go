package tui

import (
	"context"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Options are what Run is given by the process.
type Options struct {
	Backend Backend
	// Input and Output are the terminal. Both ends must be known to be one.
	Input  io.Reader
	Output io.Writer
	// Environ is the environment as os.Environ returns it: TERM, COLORTERM,
	// NO_COLOR and COLORFGBG decide on colours.
	Environ []string
	// Home is the home directory, which is written as "~". It may be empty.
	Home string
	// Backups is the directory that keeps earlier contents of files.
	Backups string
	// Theme is the name of one of Themes, and SaveTheme keeps another one for the next time.
	Theme     string
	SaveTheme func(name string) error
	// ReadOnly hides everything that changes a file.
	ReadOnly bool
	Now      func() time.Time // the clock
}

// framesPerSecond is half of the library's own rate, because looking for something to
// draw costs the same when nothing has changed. A key is seen after 33 ms at most.
const framesPerSecond = 30

// Run shows the screens until the person quits. It handles no signals: ending
// ctx is how a signal reaches it. It then returns ctx's error, but finishes a
// change that is being written first, like every way to quit. An error of a
// change that was waited for is returned as well, because nobody saw it.
func Run(ctx context.Context, o Options) error {
	screens := newShell(o)
	program := tea.NewProgram(screens,
		tea.WithInput(o.Input), tea.WithOutput(o.Output), tea.WithEnvironment(o.Environ),
		tea.WithColorProfile(colors(o.Environ)), tea.WithFilter(finishing), tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond))
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	final, err := program.Run()
	switch m, ok := final.(*shell); {
	case err != nil:
		return err
	case ok && m.Failure != nil:
		return m.Failure
	}
	return ctx.Err()
}

func finishing(state tea.Model, msg tea.Msg) tea.Msg { return state.(*shell).FinishWriting(msg) }

// colors returns what the terminal can show. The library would ask tmux and the
// terminfo database too, which costs a process and files; and it takes only
// some values of NO_COLOR, where any that is not empty counts.
func colors(environ []string) colorprofile.Profile {
	profile := colorprofile.Env(environ)
	if lookup(environ, "NO_COLOR") != "" {
		profile = min(profile, colorprofile.ASCII)
	}
	return profile
}

// startsDark guesses the background until the terminal has said it: COLORFGBG
// ends with the palette index of the background, and without it most are dark.
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
