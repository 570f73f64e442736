// Package clienttest runs the real Claude Code against a scripted model, for
// tests that have to know what the client does with a hook.
//
// A [Lab] is a machine for one test: a fresh home directory, a project, an
// environment that inherits nothing, and a network namespace in which there
// is a loopback interface, a stand-in for the Messages API, and nothing else.
// The client is pinned to [Pinned]. It believes that it talks to a model; the
// test scripts what the model says, looks at the screen, and reads what the
// client reports back.
//
//	lab := clienttest.New(t)
//	lab.Settings(`{"hooks":{"PreToolUse":[...]}}`)
//	lab.Turns(clienttest.Ask(clienttest.Choice("Which one?", "this", "that")), clienttest.Text("fine"))
//	s := lab.Interactive()
//	s.Prompt("hello")
//	s.WaitDialog("Which one?")
//	s.Key("enter")
//	if r := s.WaitToolResult(1); !strings.Contains(r.Text, `"this"`) { ... }
//
// [Lab.Headless] and [Lab.Stream] run the client without a terminal. All waits
// are for something to happen, with a deadline that only a broken test meets.
// When a test ends, every process that its client has started is killed.
//
// The client is a copy that npm installs, once, into the user's cache directory:
// the pinned version, or the one that NEVERASK_TEST_CLIENT names; a path there is
// the binary itself. A test is skipped, and says why, where npm cannot install it
// within half a minute, with -short, on other systems than Linux, and without the
// right to make a network namespace (which root has). With
// NEVERASK_REQUIRE_CLIENT=1 it fails instead, so that a gate cannot pass without
// the client, and npm may take its time.
//
// The package knows nothing about neverask, and nothing of the product imports it.
package clienttest
