// Package runtime is what the hook binary does for each event.
//
//	os.Exit(runtime.Main(os.Stdin, os.Stdout, runtime.System(version)))
//
// It never blocks a session: it decides first, prints once, and writes its
// records after that. On any doubt (input it does not understand, preferences it
// cannot read, a panic, two seconds gone) it prints nothing, and the client goes
// on as if there were no hook. It starts no process and opens no connection.
package runtime
