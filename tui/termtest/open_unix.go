//go:build unix

package termtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	xterm "github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// open makes the pseudo-terminal and hands one end to the command. The caller
// closes the returned file once the command has started.
func (term *Terminal) open(width, height int) (tty *os.File) {
	term.t.Helper()
	master, tty, err := pty.Open()
	// Linux refuses a terminal whose number another one has not wholly given up.
	for tries := 0; errors.Is(err, unix.EIO) && tries < 100; tries++ {
		time.Sleep(20 * time.Millisecond)
		master, tty, err = pty.Open()
	}
	if err != nil {
		term.t.Fatalf("open a pseudo-terminal: %v", err)
	}
	defer master.Close()
	// The pty package works on the descriptor itself, which puts the file into
	// blocking mode, where closing does not end a read. A file made of a
	// non-blocking descriptor stays as it is.
	fd, err := unix.FcntlInt(master.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, true)
	}
	if err == nil {
		err = setSize(tty, width, height)
	}
	if err != nil {
		tty.Close()
		term.t.Fatalf("prepare a pseudo-terminal: %v", err)
	}
	term.pty = os.NewFile(uintptr(fd), master.Name())

	term.cmd.Stdin, term.cmd.Stdout, term.cmd.Stderr = tty, tty, tty
	if term.cmd.SysProcAttr == nil {
		term.cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	term.cmd.SysProcAttr.Setsid = true
	term.cmd.SysProcAttr.Setctty = true
	return tty
}

func setSize(tty *os.File, width, height int) error {
	return pty.Setsize(tty, &pty.Winsize{Cols: uint16(width), Rows: uint16(height)})
}

// modes returns the terminal modes, as text that can be compared.
func modes(pty *os.File) (text string) {
	conn, err := pty.SyscallConn()
	if err != nil {
		return err.Error()
	}
	err = conn.Control(func(fd uintptr) {
		state, err := xterm.GetState(fd)
		text = fmt.Sprint(state, err)
	})
	return fmt.Sprint(text, err)
}

// killGroup kills the command and everything that stayed in its process
// group.
func killGroup(cmd *exec.Cmd) {
	// The leader's process ID is the group's ID as long as the group has a member.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
