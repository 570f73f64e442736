// Package background plans to set up the service that runs neverask hooks watch, and to remove it.
//
//	plan, err := background.Install(in, true)
//	receipt, err := in.Apply(ctx, plan)
//
// What such a service is on each system, package service knows.
package background
