package hooks

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/claude/config"
)

// showHook shows one hook, with its handler as written.
func showHook(ctx context.Context, a *cli.App, id string, sources config.Sources, asJSON bool) error {
	h, err := hookWith(id, sources.Hooks())
	if err != nil {
		return err
	}
	all := listHooks(ctx, a, sources)
	l := all[slices.IndexFunc(all, func(l listedHook) bool { return l.hook.ID == h.ID })]
	if asJSON {
		return a.WriteJSON(struct {
			listedJSON
			Handler json.RawMessage `json:"handler"`
		}{jsonOfListed(a, l), json.RawMessage(h.Handler.Raw)})
	}
	printHook(a, l)
	_, err = fmt.Fprintln(a.StdoutJSON(), h.Handler.Raw)
	return err
}
