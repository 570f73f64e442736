//go:build unix && !linux

package chain

import "syscall"

func dieWithUs(*syscall.SysProcAttr) {}
