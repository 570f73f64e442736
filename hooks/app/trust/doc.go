// Package trust shows what a repository proposes, so that a person can accept
// exactly that.
//
//	for _, r := range trust.Around(dir, home, prefs.Trusted) {
//		// show r.Diff(), r.Rules and r.Concerns(), ask
//		receipt, err := book.Trust(ctx, r.Trusted(now))
//	}
//
// A repository is not trusted: what it proposes does nothing before it is
// accepted, and any change of it must be accepted again. Accepting keeps a copy
// of the bytes that were shown; a [Review] never reads again.
//
// The package writes nothing. The hook does not need it: it compares the
// project's file with the accepted copy, see neverask/hooks/rule/question.
package trust
