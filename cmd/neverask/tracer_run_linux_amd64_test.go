package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Run runs the program. decide is called before each operation, one at a time. Without it
// only what is started is followed, which costs next to nothing.
func (p Program) Run(decide func(Op) Action) (Result, error) {
	// A tracee answers to one thread alone.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	t := &tracer{Program: p, decide: decide, threads: map[int]*thread{}}
	stdio, err := t.stdio()
	if err != nil {
		return Result{}, err
	}
	files := make([]uintptr, len(stdio))
	for i, f := range stdio {
		defer f.Close()
		files[i] = f.Fd()
	}
	if t.main, err = syscall.ForkExec(p.Path, append([]string{p.Path}, p.Args...), &syscall.ProcAttr{
		Dir: p.Dir, Env: p.Env, Files: files, Sys: &syscall.SysProcAttr{Ptrace: true, Setsid: true},
	}); err != nil {
		return Result{}, fmt.Errorf("start %s: %w", p.Path, err)
	}
	if p.Began != nil {
		p.Began(t.main)
	}
	if err := t.follow(); err != nil {
		t.killAll()
		return Result{}, err
	}
	t.result.Stdout, t.result.Stderr = contents(stdio[1]), contents(stdio[2])
	return t.result, nil
}

// stdio returns files: a pipe would need somebody who reads it.
func (p Program) stdio() (files [3]*os.File, err error) {
	for i := range files {
		if files[i], err = os.CreateTemp("", "tracer-*"); err != nil {
			return files, err
		}
		if err := os.Remove(files[i].Name()); err != nil {
			return files, err
		}
	}
	_, err = files[0].WriteAt([]byte(p.Stdin), 0)
	return files, err
}

func contents(f *os.File) string {
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	b := make([]byte, info.Size())
	_, _ = f.ReadAt(b, 0)
	return string(b)
}

// tracer follows one program and what it starts.
type tracer struct {
	Program
	decide  func(Op) Action
	main    int
	threads map[int]*thread
	seen    bool
	dying   bool
	result  Result
}

// thread is one thread of a tracee.
type thread struct {
	call  *call  // that it is in
	after func() // what to do at its end
}

const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACESECCOMP

func (t *tracer) follow() error {
	for {
		tid, status, used, err := t.wait()
		switch {
		case errors.Is(err, syscall.ECHILD):
			return nil // all have ended
		case err != nil:
			return fmt.Errorf("wait: %w", err)
		}
		if !status.Stopped() {
			t.ended(tid, status, used)
			continue
		}
		signal, err := t.stopped(tid, status)
		if err != nil {
			return err
		}
		resume := syscall.PtraceCont
		if th := t.threads[tid]; th.call != nil || th.after != nil {
			resume = syscall.PtraceSyscall // to its end
		}
		// It may have been killed while it was stopped.
		if err := resume(tid, int(signal)); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("resume: %w", err)
		}
	}
}

// wait waits for the next event of a tracee. The thread may have other children,
// of somebody who waits for them himself.
func (t *tracer) wait() (tid int, status syscall.WaitStatus, used syscall.Rusage, err error) {
	for {
		var info struct {
			_   [4]int32
			pid int32
			_   [27]int32
		}
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, unix.P_ALL, 0, uintptr(unsafe.Pointer(&info)),
			unix.WEXITED|unix.WSTOPPED|unix.WALL|unix.WNOTHREAD|unix.WNOWAIT, 0, 0)
		tid := int(info.pid)
		switch {
		case errno == syscall.EINTR:
			continue
		case errno != 0:
			return 0, 0, used, errno
		case t.threads[tid] == nil && tid != t.main && !traced(tid):
			if len(t.threads) == 0 && t.seen {
				return 0, 0, used, syscall.ECHILD
			}
			time.Sleep(100 * time.Microsecond)
			continue
		}
		t.seen = true
		// A stop is over when another thread of the program ends it.
		got, err := syscall.Wait4(tid, &status, unix.WALL|unix.WNOTHREAD|unix.WNOHANG, &used)
		if got != 0 || err != nil {
			return tid, status, used, err
		}
	}
}

// traced reports whether a process has somebody who traces it.
func traced(pid int) bool {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, tracer, found := strings.Cut(string(b), "\nTracerPid:\t")
	return found && !strings.HasPrefix(tracer, "0\n")
}

func (t *tracer) ended(tid int, status syscall.WaitStatus, used syscall.Rusage) {
	delete(t.threads, tid)
	if tid == t.main {
		t.result.Exit = status.ExitStatus()
		t.result.CPU = time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
}

// stopped handles a stop and returns the signal to go on with.
func (t *tracer) stopped(tid int, status syscall.WaitStatus) (syscall.Signal, error) {
	th, known := t.threads[tid]
	if !known {
		th = &thread{}
		t.threads[tid] = th
		if tid == t.main {
			err := syscall.PtraceSetOptions(tid, options)
			if err == nil && t.decide != nil {
				err = t.install(tid)
			}
			return 0, err
		}
		if status.StopSignal() == syscall.SIGSTOP {
			return 0, nil
		}
	}
	switch signal := status.StopSignal(); {
	case signal == syscall.SIGTRAP|0x80, signal == syscall.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_SECCOMP:
		err := t.atCall(tid, th)
		if errors.Is(err, syscall.ESRCH) {
			err = nil // killed
		}
		return 0, err
	case signal == syscall.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_EXEC:
		file, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", tid))
		t.result.Started = append(t.result.Started, file)
		return 0, nil
	case signal == syscall.SIGTRAP && status.TrapCause() > 0:
		return 0, nil
	default:
		return signal, nil
	}
}

// atCall handles the begin or the end of a system call.
func (t *tracer) atCall(tid int, th *thread) error {
	var info syscallInfo
	if err := info.get(tid); err != nil {
		return err
	}
	switch info.op {
	case infoEntry:
		th.call, th.after = nil, nil
		c, ok := decode(tid, info.nr, info.args())
		if !ok || t.dying || !c.within(t.Below) {
			return nil
		}
		th.call = c
		t.result.Ops = append(t.result.Ops, c.Op)
		return t.act(tid, th, t.decide(c.Op))
	case infoExit:
		c, after := th.call, th.after
		th.call, th.after = nil, nil
		if c != nil && info.result() >= 0 && t.Tape != nil {
			t.Tape.add(tid, c, int(info.result()))
		}
		if after != nil {
			after()
		}
	}
	return nil
}

// act does to a call that is about to happen what was decided.
func (t *tracer) act(tid int, th *thread, a Action) error {
	const skip = ^uint64(0)
	switch {
	case a.kill && th.call.Name == "write" && th.call.length > 1:
		th.after = t.killAll
		return change(tid, func(r *syscall.PtraceRegs) { r.Rdx = uint64(th.call.length / 2) })
	case a.kill:
		err := change(tid, func(r *syscall.PtraceRegs) { r.Orig_rax = skip })
		t.killAll()
		return err
	case a.fail != 0:
		if !a.after {
			th.call = nil
			if err := change(tid, func(r *syscall.PtraceRegs) { r.Orig_rax = skip }); err != nil {
				return err
			}
		}
		th.after = func() {
			_ = change(tid, func(r *syscall.PtraceRegs) { r.Rax = uint64(-int64(a.fail)) })
		}
	}
	return nil
}

func change(tid int, f func(*syscall.PtraceRegs)) error {
	var r syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(tid, &r); err != nil {
		return err
	}
	f(&r)
	return syscall.PtraceSetRegs(tid, &r)
}

func (t *tracer) killAll() {
	t.dying = true
	for tid := range t.threads {
		_ = syscall.Kill(tid, syscall.SIGKILL)
	}
}

const (
	infoExit  = 2
	infoEntry = 3 // as the filter sees it
)

// syscallInfo is what PTRACE_GET_SYSCALL_INFO tells.
type syscallInfo struct {
	op   uint8
	_    [3]uint8
	arch uint32
	ip   uint64
	sp   uint64
	nr   uint64 // at the end of a call: what it returns
	rest [8]uint64
}

func (i *syscallInfo) get(tid int) error {
	const request = 0x420e
	_, _, errno := syscall.Syscall6(syscall.SYS_PTRACE, request, uintptr(tid), unsafe.Sizeof(*i), uintptr(unsafe.Pointer(i)), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

func (i *syscallInfo) args() [5]uint64 { return [5]uint64(i.rest[:5]) }
func (i *syscallInfo) result() int64   { return int64(i.nr) }
