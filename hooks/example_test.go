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

func ExampleReadExit() {
	exit := hooks.Exit{Stdout: []byte(`{"systemMessage":"checked"}`), Stderr: []byte("tests fail"), Status: 2}
	out, err := hooks.ReadExit(hooks.EventStop, exit)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%s", out.JSON())
	// Output: {"decision":"block","reason":"tests fail","systemMessage":"checked"}
}
