package seen

import (
	"context"
	"errors"
	"slices"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/hooks/thirdparty/pin"
)

// ErrSession refuses to take a hook for seen: in a session of Claude Code the words may be the
// model's.
var ErrSession = errors.New("this is a session of Claude Code, and only you can review")

// Seen is what one person has looked at.
type Seen struct {
	in   *installer.Installer
	book *pin.Book
	env  conflict.CommandEnv
}

// Open takes the environment that hooks would be started in, as os.Environ returns it.
func Open(in *installer.Installer, environ []string) Seen {
	return Seen{in, pin.Open(in.Store, in.Paths.State, in.Now), conflict.CommandEnv{Home: in.Locations.Home, Project: in.Locations.Dir, Env: environ}}
}

// Unlike are the hooks of others that are something else than the person has seen.
func (s Seen) Unlike(all []config.Hook) ([]pin.Review, error) {
	found, err := s.book.Changed(all, s.env)
	return theirs(s.in, found, func(r pin.Review) config.Handler { return r.Hook.Handler }), err
}

// Theirs are those of a list of hooks that are not neverask's own.
func (s Seen) Theirs(all []config.Hook) []config.Hook {
	return theirs(s.in, all, func(h config.Hook) config.Handler { return h.Handler })
}

// Review says of each hook whether the person has seen it as it is.
func (s Seen) Review(all []config.Hook) ([]pin.Review, error) { return s.book.Review(all, s.env) }

// Keep takes hooks for seen, as they were shown.
func (s Seen) Keep(ctx context.Context, shown ...pin.Review) error {
	if s.in.Store.Session {
		return ErrSession
	}
	return s.book.Keep(ctx, shown...)
}

func theirs[T any](in *installer.Installer, all []T, handler func(T) config.Handler) []T {
	owner := config.Owner{Commands: []string{in.Paths.Hook()}, Home: in.Locations.Home}
	return slices.DeleteFunc(all, func(one T) bool { return owner.Owns(handler(one)) })
}
