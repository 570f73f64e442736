package serve

import (
	"fmt"
	"io"

	"neverask/hooks"
)

// readPayload reads the payload of one call of the hook.
func readPayload(stdin io.Reader) (hooks.Payload, error) {
	document, err := io.ReadAll(stdin)
	if err != nil {
		return nil, fmt.Errorf("read the payload: %w", err)
	}
	return hooks.ParsePayload(document)
}

// unreadExit is the exit of a hook that cannot read its payload. If a handler is a guard, it
// refuses.
func unreadExit(handlers []Handler, err error) hooks.Exit {
	for _, h := range handlers {
		if h.guard {
			return hooks.Exit{Stderr: message(err), Status: 2}
		}
	}
	return hooks.Exit{Stderr: message(err), Status: 1}
}
