// Package handlers plans what a person does to single handlers of a settings file: park
// and remove them, and put parked ones back.
//
//	plan, err := handlers.Park(in, hook, false)
//	receipt, err := in.Apply(ctx, plan)
//
// A handler that has changed since it was read is refused.
package handlers
