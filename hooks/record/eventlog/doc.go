// Package eventlog keeps what happened to questions: an append-only log of JSON
// lines, the questions that still wait for their answer, a small tally of the
// person's own answers, what Claude's tools did and what rules made of that, and
// the errors of the hook.
//
//	log := eventlog.OpenLog(paths.Questions())
//	err := log.Append(record.JSON())
//	for r := range log.Questions(since) { ... }
//
// Many processes append at once: a line is one write to a file opened for
// appending, so lines are never mixed, and a line that a full disk has torn
// spoils only itself. Files are readable by their owner alone. Nothing here is
// needed to answer a question, except the tally for rules that answer as usual.
//
// # Activity
//
// [ActivityLog] keeps DIR/2026-11-21/SESSION.jsonl, a line for each event of the
// client, and holds no text that anybody has written:
//
//	{"v":1,"t":1795258532123456789,"e":"PostToolUseFailure","s":"5c5997d1-...","u":"toolu_01A","n":"Bash","c":"exit","x":3,"d":17,"in":44,"out":100,...}
//
// The members are always in this order, without space between them. All but the
// first three are left out when they are empty or 0; d is there when the client has
// said how long the call took, also when that is 0. The calls of a batch have u, n,
// c, by, in, out and k.
//
//	v    version of the format, 1          at   type of the subagent
//	t    time in ns since 1970             sv   MCP server
//	e    event                             m    permission mode
//	s    session                           ef   effort
//	u    tool use id                       bg   id of the command or subagent it started
//	n    tool                              ph   hash of the project's directory
//	c    class, see Class                  pn   base name of the project's directory
//	x    exit code                         k    what it was about: a program, a host
//	d    duration in ms                    arg  redacted input, after opt-in
//	by   who denied it                     calls  the calls of a batch
//	in   bytes of the input
//	out  bytes of the response
//	p    prompt
//	a    subagent
//
// A reader pairs the lines of a call by s and u. What Claude Code 2.1.329 says of the
// end of a call, and how it is to be read:
//
//   - A call that was run ends with PostToolUse or PostToolUseFailure, whose class
//     counts before all others.
//   - A call that was not run is named by the PostToolBatch alone, which names all
//     calls of one answer of the model, with a response of any text. A class stands
//     there where the text is of a shape that the client gives to calls that were
//     not run. A call that was begun, ends there and has no class was refused: by
//     the person, or the program that asks for the person, when there was a
//     PermissionRequest, else by a hook that wanted to ask where nobody could be asked.
//   - A call whose input the client does not accept has no PreToolUse.
//   - After an interruption nothing comes any more, also no batch, and neither after
//     a person's no without a word, which interrupts as well: the call is open at the
//     next prompt or at the end of the session. One for which there was a
//     PermissionRequest was most likely refused.
//   - A PermissionRequest has no u: it belongs to the open call of the same session,
//     subagent and tool with the same size of input. Where a program answers at once,
//     it may be missing.
//   - A UserPromptSubmit with bg is no prompt of the person and may come between the
//     events of other calls: it is how the client tells that what a call has left in
//     the background has ended. It has the u of that call, and its class. bg in
//     PostToolUse names the command in the background or the subagent that the
//     call has started.
//   - A call that was put off begins anew, with the same u, when the session goes on.
//   - The same line may be there twice when the hook is installed twice.
//
// The package decides nothing and knows no paths of its own; what arrives from
// outside becomes part of a file name only as a hash.
package eventlog
