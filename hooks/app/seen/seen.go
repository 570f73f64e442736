package seen

import (
	"context"
	"errors"
	"os"
	"slices"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/hooks/thirdparty/pin"
)

// ErrSession refuses to take a hook for seen: in a session of Claude Code the words may be the
// model's.
var ErrSession = errors.New("this is a session of Claude Code, and the eyes must be yours")

func book(in *installer.Installer) *pin.Book { return pin.Open(in.Store, in.Paths.State, in.Now) }

func env(in *installer.Installer) conflict.CommandEnv {
	return conflict.CommandEnv{Home: in.Locations.Home, Project: in.Locations.Dir, Env: os.Environ()}
}

// Theirs are those of a list of hooks that are not neverask's own.
func Theirs[T any](in *installer.Installer, all []T, handler func(T) config.Handler) []T {
	owner := config.Owner{Commands: []string{in.Paths.Hook()}, Home: in.Locations.Home}
	return slices.DeleteFunc(all, func(one T) bool { return owner.Owns(handler(one)) })
}

// Unlike are the hooks of others that are something else than the person has seen.
func Unlike(in *installer.Installer, all []config.Hook) ([]pin.Review, error) {
	found, err := book(in).Changed(all, env(in))
	return Theirs(in, found, func(r pin.Review) config.Handler { return r.Hook.Handler }), err
}

// Review says of each hook whether the person has seen it as it is.
func Review(in *installer.Installer, all []config.Hook) ([]pin.Review, error) {
	return book(in).Review(all, env(in))
}

// Keep takes hooks for seen, as they were shown.
func Keep(ctx context.Context, in *installer.Installer, shown ...pin.Review) error {
	if in.Store.Session {
		return ErrSession
	}
	return book(in).Keep(ctx, shown...)
}
