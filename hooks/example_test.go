package hooks_test

import (
	"fmt"

	"neverask/hooks"
)

func ExampleResult_Native() {
	input, _ := hooks.Parse(`{"command":"rm build","timeout":30}`)
	changes, _ := hooks.Parse(`{"command":"rm -i build"}`)
	result := hooks.Result{Decision: hooks.Ask, Message: "safer", UpdatedInput: changes}
	out, err := result.Native(hooks.EventPreToolUse, input)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%s", out.JSON())
	// Output: {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"safer","updatedInput":{"command":"rm -i build","timeout":30}}}
}

func ExampleResult_Native_wrongEvent() {
	result := hooks.Result{Decision: hooks.Deny, Message: "no"}
	_, err := result.Native(hooks.EventSessionEnd, hooks.Value{})
	fmt.Println(err)
	// Output: answer to SessionEnd: it cannot be refused
}

func ExampleParseResult() {
	result, err := hooks.ParseResult(`{"message":"not on a Friday","blocked":true,"system_prompt":null}`)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(result.EffectiveDecision(), result.Message)
	fmt.Printf("%s\n", result.JSON())
	// Output:
	// deny not on a Friday
	// {"message":"not on a Friday","blocked":true,"system_prompt":null}
}

func ExampleCombine() {
	gate := hooks.Result{Decision: hooks.Ask, Message: "this pushes"}
	linter := hooks.Result{Decision: hooks.Deny, Message: "lint first"}
	policy := hooks.Result{Decision: hooks.Deny, Message: "not on a Friday"}
	all, err := hooks.Combine(gate, linter, policy)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%s: %q\n", all.Decision, all.Message)
	// Output: deny: "lint first\nnot on a Friday"
}

func ExampleMerge() {
	input, _ := hooks.Parse(`{"command":"ls", "timeout":1.50, "env":{"A":"1"}}`)
	patch, _ := hooks.Parse(`{"env":{"B":"2"},"timeout":null,"cwd":"/"}`)
	merged, err := hooks.Merge(input, patch)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(merged.Raw())
	// Output: {"command":"ls", "timeout":null, "env":{"B":"2"},"cwd":"/"}
}

func ExampleReadExit() {
	exit := hooks.Exit{Stdout: []byte(`{"systemMessage":"checked"}`), Stderr: []byte("tests fail"), Status: 2}
	out, err := hooks.ReadExit(hooks.EventStop, exit)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%s", out.JSON())
	// Output: {"decision":"block","reason":"tests fail","systemMessage":"checked"}
}

func ExampleOutput_Check() {
	out := hooks.Output{Specific: hooks.StopOutput{AdditionalContext: "the tests are green"}}
	fmt.Println(out.Check(hooks.EventStop))
	fmt.Println(out.Check(hooks.EventPreCompact))
	// Output:
	// <nil>
	// answer to PreCompact: the output is for Stop
}

func ExampleVerdict() {
	verdict, err := hooks.ParseVerdict(`{"ok":false,"reason":"two tests are missing"}`)
	if err != nil {
		fmt.Println(err)
	}
	out, err := verdict.Result().Native(hooks.EventTaskCompleted, hooks.Value{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%s", out.JSON())
	// Output: {"decision":"block","reason":"two tests are missing"}
}
