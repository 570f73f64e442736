// Package program is what the hook binary does for each event.
//
//	os.Exit(program.Main(os.Args[1:], os.Stdin, os.Stdout, program.System(version)))
//
// It never blocks a session: it decides first, prints once, and writes its records
// after that. Only an answer is recorded before it is printed. On any doubt (input it
// does not understand, preferences it cannot read, a panic, two seconds gone) it prints
// nothing, and the client goes on as if there were no hook. It opens no
// connection and starts no process.
//
// With the argument "activity" it does something else instead: it appends a line to
// the record of what tools did (see neverask/hooks/record/eventlog), decides nothing and
// prints nothing. With "rules" it decides by the rules for tools (see
// neverask/hooks/rule/toolrule) and by nothing else.
package program
