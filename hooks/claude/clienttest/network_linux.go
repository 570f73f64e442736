package clienttest

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A network is a network namespace that holds a loopback interface and nothing else.
// One operating system thread lives in it; what that thread starts lives there too.
type network struct {
	listener net.Listener // on 127.0.0.1, for the model
	link     string       // what /proc/PID/ns/net of its processes says
	work     chan func()
}

// isolate makes a network, which root may do on Linux. The error says why it cannot.
func isolate() (*network, error) {
	n := &network{work: make(chan func())}
	ready := make(chan error)
	go func() {
		// Never unlocked: the runtime ends the thread with the goroutine, so
		// no other goroutine can end up without a network.
		runtime.LockOSThread()
		err := n.enter()
		ready <- err
		if err != nil {
			return
		}
		for f := range n.work {
			f()
		}
	}()
	if err := <-ready; err != nil {
		return nil, err
	}
	return n, nil
}

// enter moves the calling thread into a new namespace.
func (n *network) enter() error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("unshare the network: %w", err)
	}
	link, err := os.Readlink("/proc/thread-self/ns/net")
	if err != nil {
		return err
	}
	n.link = link
	if err := raiseLoopback(); err != nil {
		return fmt.Errorf("bring lo up: %w", err)
	}
	// A socket belongs to the namespace it was made in, whichever thread
	// serves it later.
	n.listener, err = net.Listen("tcp4", "127.0.0.1:0")
	return err
}

func raiseLoopback() error {
	fd, err := syscall.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, lo); err != nil {
		return err
	}
	lo.SetUint16(lo.Uint16() | unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, lo)
}

// url is the address of the model.
func (n *network) url() string { return "http://" + n.listener.Addr().String() }

// start starts a command on the thread that lives in the namespace. close kills all its
// descendants.
func (n *network) start(cmd *exec.Cmd) error {
	result := make(chan error)
	n.work <- func() { result <- cmd.Start() }
	return <-result
}

// close kills every process of the namespace, even those that left their process group, and
// releases the namespace.
func (n *network) close() error {
	defer close(n.work)
	for deadline := time.Now().Add(30 * time.Second); ; {
		pids, err := n.processes()
		if err != nil || len(pids) == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("processes %v do not end", pids)
		}
		for _, pid := range pids {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
				return err
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// processes lists the processes of the namespace, without this one.
func (n *network) processes() ([]int, error) {
	links, err := filepath.Glob("/proc/[0-9]*/ns/net")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, l := range links {
		// A process that is gone or a zombie has no namespace.
		if link, err := os.Readlink(l); err != nil || link != n.link {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(l))))
		if err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
