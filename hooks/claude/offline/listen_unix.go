//go:build unix

package offline

import (
	"fmt"
	"os"
	"syscall"
)

// A listener is a socket on 127.0.0.1. It is made without package net, which would bring
// into the program what makes connections; neverask has nothing that could make one.
type listener struct {
	file    *os.File
	address string
}

// listen makes a listener with a port of its own, in the network of the calling thread.
func listen() (*listener, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	port, err := bind(fd)
	if err != nil {
		syscall.Close(fd)
		return nil, fmt.Errorf("listen on 127.0.0.1: %w", err)
	}
	return &listener{os.NewFile(uintptr(fd), "127.0.0.1"), fmt.Sprintf("127.0.0.1:%d", port)}, nil
}

func bind(fd int) (port int, err error) {
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return 0, err
	}
	if err := syscall.Listen(fd, syscall.SOMAXCONN); err != nil {
		return 0, err
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		return 0, err
	}
	if inet, ok := name.(*syscall.SockaddrInet4); ok {
		port = inet.Port
	}
	return port, syscall.SetNonblock(fd, true)
}

// accept waits for a connection. It fails once the listener is closed.
func (l *listener) accept() (*os.File, error) {
	raw, err := l.file.SyscallConn()
	if err != nil {
		return nil, err
	}
	var (
		fd     int
		failed error
	)
	err = raw.Read(func(listening uintptr) (done bool) {
		syscall.ForkLock.RLock()
		defer syscall.ForkLock.RUnlock()
		if fd, _, failed = syscall.Accept(int(listening)); failed == nil {
			syscall.CloseOnExec(fd)
			failed = syscall.SetNonblock(fd, true)
		}
		// Who came may be gone before it is looked at.
		return failed != syscall.EAGAIN && failed != syscall.EINTR && failed != syscall.ECONNABORTED
	})
	if err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, os.NewSyscallError("accept", failed)
	}
	return os.NewFile(uintptr(fd), "connection"), nil
}

func (l *listener) close() { l.file.Close() }
