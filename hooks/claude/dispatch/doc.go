// Package dispatch says which hooks run when something happens, in which order, and
// which ones nearly do, and why not.
//
//	found := dispatch.Find(config.Find(site), dispatch.Call{Event: hooks.EventPreToolUse, Value: "Bash"})
//	for _, f := range found.Fires {
//		fmt.Println(f.Hook.Handler.Summary())
//	}
//	for _, m := range found.Misses {
//		fmt.Println(m.Hook.Handler.Summary(), m.Why)
//	}
//
// [MatcherMistake] and [IfMistake] say what can never fire, and which name is nearest:
// for the tools and events of Claude Code 2.1.330.
//
// It follows the rules of Claude Code 2.1.329, and a test holds it against the
// real client. What a hook does when it runs is the business of
// neverask/hooks/thirdparty/conflict.
package dispatch
