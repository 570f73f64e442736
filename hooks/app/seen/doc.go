// Package seen is what the person has looked at of the hooks of others: their text and what they
// run.
//
//	s := seen.Open(in, os.Environ())
//	found, err := s.Unlike(hooks)
//	err = s.Keep(ctx, found...)
package seen
