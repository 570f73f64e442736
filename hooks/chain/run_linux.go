package chain

import "syscall"

// dieWithUs ends the command when our own process is killed. What the command has
// started is ended by the client, which kills a hook with all that descends from
// it (Claude Code 2.1.329); this is for everybody else who might kill us.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
