// Package trace tells of one session of Claude Code which handlers ran at each event,
// in which order they ended, what each said, and what came of the call.
//
//	w, err := trace.New(configDir, time.Now())
//	defer w.Close()
//	cmd := exec.Command("claude", append(w.Args(), args...)...)
//	// start it
//	w.Watch(cmd.Process.Pid)
//	// wait for it
//	t := w.Finish(ctx, sources)
//
// Nothing is put between the client and its hooks, and no file is changed: the client
// writes its own debug log, into a directory for temporary files, and that is read
// while the session runs. Unlike a transcript it names each run of a command, also one
// that said nothing. What the calls were and what became of them is read in the
// transcripts of the session.
//
// That log is for people, and of no documented shape: what is read of it is that of
// Claude Code 2.1.329, and a test holds it against the real client. It does not say for
// which of several calls of one tool at the same time a handler ran; where the
// transcript does not say so either, the calls stand together. Of hooks that are not
// commands it says little.
package trace
