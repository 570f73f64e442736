// Package handlers plans to park, unpark and remove single handlers of a settings file.
//
//	plan, err := handlers.Park(in, hook, false)
//	receipt, err := in.Apply(ctx, plan)
//
// A handler that has changed since it was read is refused.
package handlers
