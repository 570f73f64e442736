// Package eventlog keeps what the hook recorded: an append-only log of questions in JSON
// lines, questions that still wait for their answer, tool calls, what tool rules did, and
// the hook's errors.
//
//	log := eventlog.OpenLog(paths.Questions())
//	err := log.Append(record.JSON())
//	for r := range log.Questions(since) { ... }
//
// Many processes append at once: a line is one write to a file opened for appending, so lines
// never mix, and a full disk spoils only the last line. Only their owner can read the files.
//
// # Activity
//
// [ActivityLog] keeps DIR/2026-11-21/SESSION.jsonl, a line for each event of the client,
// without any text that a person or the model wrote:
//
//	{"v":1,"t":1795258532123456789,"e":"PostToolUseFailure","s":"5c5997d1-...","u":"toolu_01A","n":"Bash","c":"exit","x":3,"d":17,"in":44,"out":100,...}
//
// The members are always in this order, without space between them. All but the first three
// are left out when they are empty or 0, except d, which is there whenever the client said
// how long the call took. The calls of a batch have u, n, c, by, in, out and k.
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
// A reader pairs the lines of a call by s and u. How Claude Code 2.1.329 reports the end of
// a call:
//
//   - A call that ran ends with PostToolUse or PostToolUseFailure, whose class takes
//     precedence.
//   - A call that did not run appears only in the PostToolBatch, which lists all calls of
//     one reply of the model, each with a response. The line has a class if the response is
//     one that the client gives to calls that did not run. A call that began, ends there and
//     has no class was refused: after a PermissionRequest by the person, or the program that
//     asks for them; otherwise by a hook that wanted to ask where nobody could be asked.
//   - A call whose input the client rejects has no PreToolUse.
//   - Nothing follows an interruption, not even a batch, nor a person's refusal without a
//     reason, which interrupts too: the call is open until the next prompt or the end of the
//     session. If there was a PermissionRequest, it was most likely refused.
//   - A PermissionRequest has no u: it belongs to the open call of the same session, subagent
//     and tool with the same size of input. It may be missing if a program answers at once.
//   - A UserPromptSubmit with bg is not the person's prompt and may come between the events
//     of other calls: it reports the end of what a call started in the background, with the
//     u of that call and its class. bg in PostToolUse names that command or subagent.
//   - A deferred call begins again, with the same u, when the session continues.
//   - A line occurs twice if the hook is installed twice.
//
// The package decides nothing and knows no paths of its own; external text becomes part of a
// file name only as a hash.
package eventlog
