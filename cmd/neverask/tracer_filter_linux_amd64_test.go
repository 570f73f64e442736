package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// filter is the program with which the system tells the calls that [decode] knows from
// all others, at which nothing needs to stop.
var filter = sync.OnceValue(func() []unix.SockFilter {
	var known []uint32
	for nr := range uint32(512) {
		if _, ok := decode(os.Getpid(), uint64(nr), [5]uint64{}); ok {
			known = append(known, nr)
		}
	}
	f := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}} // the number of the call
	for i, nr := range known {
		f = append(f, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: uint8(len(known) - i), K: nr})
	}
	return append(f, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW}, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_TRACE})
})

// install lets a program that has not begun stop at the calls of the filter, and with it
// all that it will start: it makes the calls for that itself, as if it had them at its
// beginning.
func (t *tracer) install(tid int) error {
	var begin syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(tid, &begin); err != nil {
		return err
	}
	code, call := make([]byte, 2), []byte{0x0f, 0x05}
	at := uintptr(begin.Rip)
	if _, err := syscall.PtracePeekText(tid, at, code); err != nil {
		return err
	}
	// Below its stack, that is overwritten by it.
	place := begin.Rsp&^15 - 2048
	program, err := binary.Append(nil, binary.LittleEndian, filter())
	if err != nil {
		return err
	}
	header, err := binary.Append(nil, binary.LittleEndian, [2]uint64{uint64(len(filter())), place + 16})
	if err != nil {
		return err
	}
	_, errText := syscall.PtracePokeText(tid, at, call)
	_, errData := syscall.PtracePokeData(tid, uintptr(place), append(header, program...))
	return errors.Join(errText, errData,
		t.call(tid, begin, unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0),
		t.call(tid, begin, unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, place),
		restore(tid, begin, at, code))
}

func restore(tid int, begin syscall.PtraceRegs, at uintptr, code []byte) error {
	_, err := syscall.PtracePokeText(tid, at, code)
	return errors.Join(err, syscall.PtraceSetRegs(tid, &begin))
}

// call lets a program that stands at a system call make that one.
func (t *tracer) call(tid int, begin syscall.PtraceRegs, nr, a, b, c uint64) error {
	r := begin
	r.Rax, r.Rdi, r.Rsi, r.Rdx, r.R10, r.R8 = nr, a, b, c, 0, 0
	if err := errors.Join(syscall.PtraceSetRegs(tid, &r), syscall.PtraceSingleStep(tid)); err != nil {
		return err
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(tid, &status, unix.WALL|unix.WNOTHREAD, nil); err != nil {
		return err
	}
	if err := syscall.PtraceGetRegs(tid, &r); err != nil {
		return err
	}
	if status.StopSignal() != syscall.SIGTRAP || r.Rax != 0 {
		return fmt.Errorf("system call %d: %v, stopped by %v", nr, syscall.Errno(-r.Rax), status.StopSignal())
	}
	return nil
}
