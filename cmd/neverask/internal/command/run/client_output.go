package run

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/control"
)

// clientOutput prints the client's output as "claude -p" would: the client speaks stream-json, but the caller may
// have asked for another format.
type clientOutput struct {
	w    io.Writer
	inv  invocation
	all  []string        // all messages, for the JSON list
	last control.Message // the last one of type "result"

	// For text: whether the last result is printed, and what separates it from the next.
	printed   bool
	separator string
}

// add handles the client's next line.
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

// end prints the output that comes at the end.
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

// nextResult handles a result for text output. There are several if background tasks end, and all are printed (Claude
// Code 2.1.329). A failure is printed only when another result follows or the client has ended: if the run was
// stopped for a question, the question says more.
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

// print prints the text of the last result, once. passBlank skips blank text.
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

// json returns a message without the members that only stream-json has (Claude Code 2.1.329).
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

// text returns the result as plain text (Claude Code 2.1.329).
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
