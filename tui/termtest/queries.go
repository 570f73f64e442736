package termtest

import (
	"fmt"
	"io"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// kittyFlags is a stack of flags of the kitty keyboard protocol. The last ones
// are active; an empty stack means none.
type kittyFlags []int

func (s kittyFlags) top() int {
	if len(s) == 0 {
		return 0
	}
	return s[len(s)-1]
}

func (s kittyFlags) pop(n int) kittyFlags {
	return s[:max(0, len(s)-max(1, n))]
}

// set applies the operation of "CSI = flags ; mode u" to the top.
func (s kittyFlags) set(flags, mode int) kittyFlags {
	if len(s) == 0 {
		s = kittyFlags{0}
	}
	top := &s[len(s)-1]
	switch mode {
	case 2:
		*top |= flags
	case 3:
		*top &^= flags
	default:
		*top = flags
	}
	return s
}

// answerQueries teaches the emulator synchronized output, the kitty keyboard
// protocol, and to answer queries for its name, its background and its termcap,
// which it doesn't have. The handlers run inside the emulator's Write, so under
// the terminal's lock. Replies go through the emulator's own pipe, to arrive in
// the order of the queries.
func (term *Terminal) answerQueries() {
	emu := term.emu
	reply := func(format string, args ...any) bool {
		fmt.Fprintf(emu.InputPipe(), format, args...)
		return true
	}
	bracket := func(synced bool) func(ansi.Mode) {
		return func(mode ansi.Mode) {
			if mode == ansi.ModeSynchronizedOutput {
				term.synced = synced
			}
		}
	}
	emu.SetCallbacks(vt.Callbacks{EnableMode: bracket(true), DisableMode: bracket(false)})
	// A mode is reported as known once it was set or reset.
	_, _ = io.WriteString(emu, ansi.ResetModeSynchronizedOutput)

	emu.RegisterCsiHandler(ansi.Command('?', 0, 'u'), func(ansi.Params) bool {
		return reply("\x1b[?%du", term.keyboard().top())
	})
	emu.RegisterCsiHandler(ansi.Command('>', 0, 'u'), func(p ansi.Params) bool {
		flags, _, _ := p.Param(0, 0)
		*term.keyboard() = append(*term.keyboard(), flags)
		return true
	})
	emu.RegisterCsiHandler(ansi.Command('<', 0, 'u'), func(p ansi.Params) bool {
		n, _, _ := p.Param(0, 1)
		*term.keyboard() = term.keyboard().pop(n)
		return true
	})
	emu.RegisterCsiHandler(ansi.Command('=', 0, 'u'), func(p ansi.Params) bool {
		flags, _, _ := p.Param(0, 0)
		mode, _, _ := p.Param(1, 1)
		*term.keyboard() = term.keyboard().set(flags, mode)
		return true
	})
	emu.RegisterCsiHandler(ansi.Command('>', 0, 'q'), func(ansi.Params) bool {
		return reply("\x1bP>|termtest\x1b\\")
	})
	emu.RegisterCsiHandler(ansi.Command('?', 0, 'n'), func(p ansi.Params) bool {
		if n, _, _ := p.Param(0, 0); n != 996 {
			return false
		}
		scheme := 1
		if r, _, _, _ := emu.BackgroundColor().RGBA(); r > 0x7fff {
			scheme = 2
		}
		return reply("\x1b[?997;%dn", scheme)
	})
	emu.RegisterDcsHandler(ansi.Command(0, '+', 'q'), func(ansi.Params, []byte) bool {
		return reply("\x1bP0+r\x1b\\")
	})
}

// keyboard returns the flags of the active screen; the caller holds the lock.
func (term *Terminal) keyboard() *kittyFlags {
	if term.emu.IsAltScreen() {
		return &term.kitty[1]
	}
	return &term.kitty[0]
}
