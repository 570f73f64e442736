//go:build !linux

package clienttest

import (
	"errors"
	"net"
)

var errNoNamespace = errors.New("network namespaces are a Linux feature")

type namespace struct{ listener net.Listener }

func newNamespace() (*namespace, error)     { return nil, errNoNamespace }
func (ns *namespace) do(func() error) error { return errNoNamespace }
func (ns *namespace) close() error          { return nil }
