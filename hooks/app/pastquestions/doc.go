// Package pastquestions reads past questions and answers from Claude Code's transcripts and from
// neverask's own log.
//
//	p := pastquestions.Open(in)
//	asked, changed, err := p.Asked(ctx, nil)
//
// The first read may take long; later ones read only what is new. [Past.Asked] reports
// everything that is new since its own last call, whatever other methods have read. A Past
// is safe for concurrent use. It writes only the index that lets it read less next time.
package pastquestions
