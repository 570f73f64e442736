// Package past reads what was asked and answered so far, from the transcripts of Claude Code and
// from neverask's own log.
//
//	p := past.Open(in)
//	asked, changed, err := p.Asked(ctx, nil)
//
// The first reading may take long, those after it read only what is new. What one method has
// read, [Past.Asked] tells as new all the same. A Past may be used by several goroutines at once.
// It writes nothing but what lets it read less the next time.
package past
