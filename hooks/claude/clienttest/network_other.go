//go:build !linux

package clienttest

import (
	"errors"
	"net"
	"os/exec"
)

type network struct{ listener net.Listener }

// isolate cannot make a network on this system.
func isolate() (*network, error) {
	return nil, errors.New("network namespaces are a Linux feature")
}

func (n *network) url() string           { return "" }
func (n *network) start(*exec.Cmd) error { return nil }
func (n *network) close() error          { return nil }
