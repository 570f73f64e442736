// Package program implements the hook binary for each event.
//
//	os.Exit(program.Main(os.Args[1:], os.Stdin, os.Stdout, program.System(version)))
//
// It never blocks a session: it decides, prints once, and then writes its records; only an
// answer is recorded before it is printed. In doubt (input it does not understand,
// preferences it cannot read, a panic, two seconds gone) it prints nothing, and the client
// goes on as if there were no hook. It opens no connection and starts no process.
//
// With the argument "activity" it only appends a line about a tool call to the event log
// (see neverask/hooks/record/eventlog). With "rules" it decides only by tool rules (see
// neverask/hooks/rule/toolrule).
package program
