// Package conflict says which third-party hooks affect questions, what they do, what happens
// as a result, and what can be done about it.
//
//	found, err := conflict.Review(ctx, conflict.Options{
//		Sources: config.Find(site), Tools: config.QuestionTools(site), Ours: owner.Owns,
//		Past: conflict.Past(archive.Hooks(), archive.Questions()), ...
//	})
//	for _, c := range found {
//		fmt.Println(c.Hook.Handler.Summary(), c.Verdict, c.Severity, c.Outcome, c.Suggested)
//	}
//
// A [Verdict] says what a hook does. It rests on [Evidence], strongest first: what the hook
// did in past sessions, what it did in a [Test] that is still valid, its name if it is a
// known hook, and the text of its command and of the script that the command's first words
// name. Nothing is run.
//
// The evidence of the past comes from the client's transcripts, read by
// neverask/hooks/claude/transcript. They name a hook by its status message or its command,
// and omit hooks that were silent or refused in JSON; [Past] draws the conclusions that
// remain.
//
// [Simulate] computes the result by the rules with which Claude Code 2.1.329 combines the
// outputs of several hooks; a test compares it with the real client.
//
// The package changes no file but its own list of tests. neverask/hooks/app/planner
// carries out the resolutions.
package conflict
