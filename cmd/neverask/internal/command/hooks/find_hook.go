package hooks

import (
	"context"
	"fmt"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/claude/config"
)

// findHook finds the hook by its ID, or by a unique beginning of it.
func findHook(a *cli.App, id string) (config.Hook, error) {
	return hookWith(id, a.Planner.Sources().Hooks())
}

func hookWith(id string, all []config.Hook) (config.Hook, error) {
	var found []config.Hook
	for _, h := range all {
		switch {
		case h.ID == id:
			return h, nil
		case id != "" && strings.HasPrefix(h.ID, id):
			found = append(found, h)
		}
	}
	switch len(found) {
	case 0:
		ids := cli.NamesOf(all, func(h config.Hook) string { return h.ID })
		return config.Hook{}, cli.ExitError(cli.Failed, fmt.Errorf("there is no hook %s", id),
			cli.Meant(id, ids, "neverask hooks list shows the IDs"))
	case 1:
		return found[0], nil
	}
	return config.Hook{}, cli.Misuse("type more of the ID", "%s is the beginning of %d IDs", id, len(found))
}

func hookIDs(_ context.Context, a *cli.App) (found []string) {
	for _, h := range a.Planner.Sources().Hooks() {
		found = append(found, h.ID+"\t"+h.Group.Event+" "+diffview.RedactCommand(h.Handler.Summary()))
	}
	return found
}
