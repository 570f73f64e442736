package run

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/control"
)

// clientOutput prints what the client says the way "claude -p" would: it is made
// to speak stream-json, and the caller may have asked for something else.
type clientOutput struct {
	w    io.Writer
	inv  invocation
	all  []string        // messages, for a list of them
	last control.Message // of type "result"

	// Of text: whether the last result is printed, and after what the next one is.
	printed   bool
	separator string
}

// add takes in the next line of the client.
func (t *clientOutput) add(m control.Message) error {
	switch {
	case m.Type == "result" && t.inv.format == "text":
		if err := t.nextResult(m); err != nil {
			return err
		}
	case m.Type == "result":
		t.last = m
	}
	switch {
	case t.inv.format == "stream-json":
		_, err := t.w.Write(append(slices.Clip(m.Line), '\n'))
		return err
	case t.inv.format == "json" && t.inv.verbose && m.Value.Kind() == hooks.Object:
		t.all = append(t.all, t.json(m))
	}
	return nil
}

// end prints what is printed at the end.
func (t *clientOutput) end() error {
	if t.last.Type == "" {
		return nil
	}
	var out string
	switch {
	case t.inv.format == "stream-json":
		return nil
	case t.inv.format == "json" && t.inv.verbose:
		out = "[" + strings.Join(t.all, ",") + "]\n"
	case t.inv.format == "json":
		out = t.json(t.last) + "\n"
	default:
		return t.print(t.separator != "")
	}
	_, err := io.WriteString(t.w, out)
	return err
}

// nextResult takes in a result of which the text is wanted. There are several
// where background tasks end, and all are printed (Claude Code 2.1.329). A failure
// is printed when another result follows or the client has ended: it may be that
// of a run that was stopped for a question, which says more.
func (t *clientOutput) nextResult(m control.Message) error {
	if t.last.Type != "" {
		if err := t.print(true); err != nil {
			return err
		}
	}
	t.last, t.printed = m, false
	if m.Subtype != "success" {
		return nil
	}
	return t.print(true)
}

// print prints the text of the last result, once; what is blank is passed over if
// it may be.
func (t *clientOutput) print(passBlank bool) error {
	text := t.text()
	if t.printed || passBlank && strings.TrimSpace(text) == "" {
		return nil
	}
	t.printed = true
	before := t.separator
	t.separator = "\n"
	if !strings.HasSuffix(text, "\n") {
		t.separator = "\n\n"
	}
	_, err := io.WriteString(t.w, before+text)
	return err
}

// json is a message without what only stream-json has (Claude Code 2.1.329).
func (t *clientOutput) json(m control.Message) string {
	if m.Type != "result" {
		return m.Value.Raw()
	}
	var w hooks.Writer
	w.Begin('{')
	for member := range m.Value.Members() {
		if member.Name != "model_usage_since_last_result" {
			w.Member(member.Name, member.Value)
		}
	}
	w.End('}')
	return string(w.Bytes())
}

// text is the result as plain text (Claude Code 2.1.329).
func (t *clientOutput) text() string {
	switch t.last.Subtype {
	case "success":
		text := t.last.Value.Get("result").String()
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text
	case "error_max_turns":
		return fmt.Sprintf("Error: Reached max turns (%s)", t.inv.values["--max-turns"])
	case "error_max_budget_usd":
		return fmt.Sprintf("Error: Exceeded USD budget (%s)", t.inv.values["--max-budget-usd"])
	case "error_max_structured_output_retries":
		return "Error: Failed to provide valid structured output after maximum retries"
	}
	return "Execution error"
}
