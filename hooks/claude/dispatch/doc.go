// Package dispatch says which hooks run for an event, in which order, and which ones
// almost match, and why.
//
//	found := dispatch.Find(config.Find(site), dispatch.Call{Event: hooks.EventPreToolUse, Value: "Bash"})
//	for _, f := range found.Fires {
//		fmt.Println(f.Hook.Handler.Summary())
//	}
//	for _, m := range found.Misses {
//		fmt.Println(m.Hook.Handler.Summary(), m.Why)
//	}
//
// [MatcherMistake] and [IfMistake] find hooks that can never fire, and the nearest name among the
// tools and events of Claude Code 2.1.330.
//
// The rules are those of Claude Code 2.1.329; a test compares them with the real client.
// neverask/hooks/others/conflict says what a hook does when it runs.
package dispatch
