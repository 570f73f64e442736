// Package service is the service that runs "neverask hooks watch" in the background for one
// person: a user unit of systemd, an agent of launchd, or a task of Windows' Task
// Scheduler.
//
// [For] says which file the system reads, what has to be in it, and the commands that
// make the system notice. The file is an ordinary change of a
// [neverask/settings.Store], with its plan, backup and undo; [Service.Around] runs the
// commands with it, which a person has seen before as [Service.Announce] tells them:
//
//	s, err := service.For(env, "hooks", "watch", "--restore")
//	p, warning, err := s.Plan(store)
//	fmt.Println(warning, s.Announce(p))
//	err = s.Around(ctx, p, func() error { _, err := store.Apply(ctx, p, "watch-install"); return err })
//
// A command that fails leaves the file as it was planned, and says in its error what is
// to be done by hand.
package service
