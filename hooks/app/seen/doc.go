// Package seen is what the person has looked at of the hooks of others: their text and what they
// run.
//
//	found, err := seen.Unlike(in, hooks)
//	err = seen.Keep(ctx, in, found...)
package seen
