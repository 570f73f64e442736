// Package program is what the hook binary does for each event.
//
//	os.Exit(program.Main(os.Args[1:], os.Stdin, os.Stdout, program.System(version)))
//
// It never blocks a session: it decides first, prints once, and writes its records
// after that. Only an answer is recorded before it is printed. On any doubt (input it
// does not understand, preferences it cannot read, a panic, two seconds gone) it prints
// nothing, and the client goes on as if there were no hook. It opens no connection.
//
// It starts no process either, unless the person has chained another hook: then
// it runs that beside its own decision, waits for it as long as the client would,
// and prints what neverask/hooks/thirdparty/chain makes of both. A chained hook that fails
// changes nothing and is complained of. Who is chained is read for every call; when
// that cannot be read, nothing is answered and the person is asked, because one of
// those hooks may be there to refuse. When the client ends our process, it ends
// those that we have started too (Claude Code 2.1.329).
//
// With the argument "activity" it does something else instead: it appends a line to
// the record of what tools did (see neverask/hooks/record/eventlog), decides nothing and
// prints nothing. With "rules" it decides by the rules for tools (see
// neverask/hooks/rule/toolrule) and by nothing else.
package program
