package offline

import "os/exec"

// A Network is where a client is started, with a socket on 127.0.0.1 for its model.
type Network struct {
	listener *listener
	ns       *namespace // nil where the network is that of the machine
}

// Share is the network of the machine, where none can be made. The environment of
// [Place.Environ] then keeps the client from it by proxies that do not exist.
func Share() (*Network, error) {
	l, err := listen()
	if err != nil {
		return nil, err
	}
	return &Network{listener: l}, nil
}

// URL is the address of the model.
func (n *Network) URL() string { return "http://" + n.listener.address }

// Isolated reports whether nothing but 127.0.0.1 can be reached.
func (n *Network) Isolated() bool { return n.ns != nil }

// Start starts a command in the network. In an isolated one, whatever it starts in turn,
// and leaves behind, is killed by [Network.Close].
func (n *Network) Start(cmd *exec.Cmd) error {
	if n.ns == nil {
		return cmd.Start()
	}
	return n.ns.do(cmd.Start)
}

// Close ends what still runs in an isolated network, and lets go of it and of the socket.
func (n *Network) Close() error {
	n.listener.close()
	if n.ns == nil {
		return nil
	}
	return n.ns.close()
}
