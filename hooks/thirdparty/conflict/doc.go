// Package conflict says which hooks of others have a part in a question, what
// they do, what will come of it, and what can be done.
//
//	found, err := conflict.Review(ctx, conflict.Options{
//		Sources: config.Find(site), Tools: config.QuestionTools(site), Ours: owner.Owns,
//		Past: conflict.Past(archive.Hooks(), archive.Questions()), ...
//	})
//	for _, c := range found {
//		fmt.Println(c.Hook.Handler.Summary(), c.Verdict, c.Severity, c.Outcome, c.Suggested)
//	}
//
// What a hook does is its [Verdict]. It rests on [Evidence], the strongest first: what the
// hook was observed to do in past sessions, what it did in a [Test] that still holds, what
// is known of it by its name, and what can be read in its command and in the script that
// the first words of the command name. Nothing is run.
//
// What is known of the past are the client's own records, read by
// neverask/hooks/claude/transcript. They name a hook by its status message or its command
// and leave out who was silent and who refused in JSON; [Past] says what can be
// concluded all the same.
//
// What will come of it is computed by [Simulate], which follows the rules by
// which Claude Code 2.1.329 joins the outputs of several hooks; a test compares
// it with the real client.
//
// The package changes no file but its own list of tests. The ways out that it names are carried out by
// neverask/hooks/app/installer.
package conflict
