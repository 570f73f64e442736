// Package live starts the installed Claude Code without a network, against a scripted
// model and in a home directory of its own, and proves which handlers fire for which
// calls.
//
//	plan, err := live.Prepare(live.Options{Sources: sources, Client: program, Recorder: recorder})
//	result, err := plan.Run(ctx)
//	for _, h := range result.Handlers {
//		fmt.Println(h.State, h.Why)
//	}
//
// No handler of the person's is run. What the client reads are copies of their matcher
// groups: with the same event, matcher, "if" and order, in the same kind of file, and with
// a recorder in place of what they would run. Servers, agents and commands that matchers
// name are made up. The tools that the model calls do nothing outside of the directory
// for temporary files, which is removed.
//
// What a session without a person does not cause, such as a notification, is said not to
// be tried. What else the settings say is not copied: permissions, variables, plugins.
package live
