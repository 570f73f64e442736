package hooks

import "fmt"

// Legacy returns the decision of a PreToolUse output in the form used before
// "permissionDecision": {"decision":"approve"} or "block", with a reason. Today's
// client still reads it. What the form cannot say, such as an updated input, is an
// error.
func (o Output) Legacy() ([]byte, error) {
	own, ok := o.Specific.(PreToolUseOutput)
	if !ok || own != (PreToolUseOutput{Decision: own.Decision, Reason: own.Reason}) ||
		own.Decision != Allow && own.Decision != Deny {
		return nil, fmt.Errorf("the older form has only allow or deny for PreToolUse, and a reason")
	}
	word := "approve"
	if own.Decision == Deny {
		word = "block"
	}
	w := NewWriter(len(own.Reason) + 128)
	w.Begin('{')
	w.Text("decision", word)
	w.Text("reason", own.Reason)
	rest := o
	rest.Specific, rest.Reason, rest.Block = nil, "", false
	rest.write(w)
	w.End('}')
	return append(w.Bytes(), '\n'), nil
}
