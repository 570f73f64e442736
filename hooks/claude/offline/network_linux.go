package offline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// namespace is a network namespace that holds a loopback interface and
// nothing else. One operating system thread lives in it; what that thread
// starts lives there too.
type namespace struct {
	listener *listener
	link     string // what /proc/PID/ns/net of its processes says
	work     chan func()
}

// Isolate makes a network of its own, in which there is 127.0.0.1 alone; root may do
// that, on Linux. The directories to hide are empty for what is started in it, those
// that there are. The error says why it cannot be.
func Isolate(hide ...string) (*Network, error) {
	ns := &namespace{work: make(chan func())}
	ready := make(chan error)
	go func() {
		// Never unlocked: the runtime ends the thread with the goroutine, so
		// no other goroutine can end up without a network.
		runtime.LockOSThread()
		err := ns.enter(hide)
		ready <- err
		if err != nil {
			return
		}
		for f := range ns.work {
			f()
		}
	}()
	if err := <-ready; err != nil {
		return nil, err
	}
	return &Network{listener: ns.listener, ns: ns}, nil
}

// enter moves the calling thread into a new namespace.
func (ns *namespace) enter(hide []string) error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("unshare the network: %w", err)
	}
	if err := cover(hide); err != nil {
		return err
	}
	link, err := os.Readlink("/proc/thread-self/ns/net")
	if err != nil {
		return err
	}
	ns.link = link
	if err := raiseLoopback(); err != nil {
		return fmt.Errorf("bring lo up: %w", err)
	}
	// A socket belongs to the namespace it was made in, whichever thread
	// serves it later.
	ns.listener, err = listen()
	return err
}

// cover puts an empty file system over directories, for the calling thread and what it
// starts.
func cover(dirs []string) error {
	for i, dir := range dirs {
		if i == 0 {
			if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
				return fmt.Errorf("unshare mounts: %w", err)
			}
			// Else the machine would see what is mounted from here on.
			if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
				return fmt.Errorf("make mounts private: %w", err)
			}
		}
		if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_RDONLY, ""); err != nil && !errors.Is(err, unix.ENOENT) {
			return fmt.Errorf("hide %s: %w", dir, err)
		}
	}
	return nil
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

// do calls f on the thread that lives in the namespace.
func (ns *namespace) do(f func() error) error {
	result := make(chan error)
	ns.work <- func() { result <- f() }
	return <-result
}

// close kills every process of the namespace, also those that left the
// process group they were started in, and lets go of the namespace.
func (ns *namespace) close() error {
	defer close(ns.work)
	for deadline := time.Now().Add(30 * time.Second); ; {
		pids, err := ns.processes()
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
func (ns *namespace) processes() ([]int, error) {
	links, err := filepath.Glob("/proc/[0-9]*/ns/net")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, l := range links {
		// A process that is gone or a zombie has no namespace.
		if link, err := os.Readlink(l); err != nil || link != ns.link {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(l))))
		if err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
