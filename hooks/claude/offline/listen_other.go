//go:build !unix

package offline

import (
	"errors"
	"os"
)

type listener struct{ address string }

var errNoSockets = errors.New("there are no sockets to listen on")

func listen() (*listener, error)              { return nil, errNoSockets }
func (l *listener) accept() (*os.File, error) { return nil, errNoSockets }
func (l *listener) close()                    {}
