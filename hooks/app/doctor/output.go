package doctor

import (
	"strconv"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/bash"
	"neverask/hooks/claude/config"
)

// output finds a hook whose output is plain to see in its command, and ignored by Claude Code.
func (o programs) output(h config.Hook) (Finding, bool) {
	k := h.Handler
	if k.Type != "command" || k.Exec || k.Background() || k.Shell == "powershell" ||
		!config.Known(h.Group.Event) {
		return Finding{}, false
	}
	out, plain := leaves(k.Command)
	if !plain {
		return Finding{}, false
	}
	why := passedOver(h, out)
	if why == "" {
		return Finding{}, false
	}
	f := failing(h, "output-ignored", "the hook's output is ignored")
	f.Severity, f.Off, f.Why, f.Fix = Warning, config.OffNothing,
		why, "neverask hooks test shows what Claude Code makes of it"
	return f, true
}

// passedOver says why Claude Code ignores a hook's output, if it does and the output was meant
// to count.
func passedOver(h config.Hook, out trial.Output) string {
	text := strings.TrimSpace(string(out.Stdout))
	said := false // it is meant to say something
	for _, name := range []string{"decision", "permissionDecision",
		"hookSpecificOutput", "systemMessage", "additionalContext", "updatedInput", "behavior"} {
		said = said || strings.Contains(text, `"`+name+`"`)
	}
	if !said && out.Status == 0 {
		return ""
	}
	r := trial.Read(h.Handler, hooks.Event(h.Group.Event), onlyTool(h), time.Minute, out)
	switch {
	case r.Outcome == trial.Nothing:
		return r.Effect
	case len(r.Notes) > 0 && strings.HasPrefix(text, "{") && out.Status == 0:
		return r.Notes[0]
	}
	return ""
}

// onlyTool returns the tool that a hook is for, if it is just one.
func onlyTool(h config.Hook) string {
	if names := config.ParseMatcher(h.Group.Matcher).Names(); len(names) == 1 {
		return names[0]
	}
	return ""
}

// leaves returns a command's output, if it only prints texts and exits.
func leaves(command string) (out trial.Output, plain bool) {
	if !strings.Contains(command, "exit") && !strings.Contains(command, `"`) {
		return out, false
	}
	file, err := bash.Parse(command)
	if err != nil {
		return out, false
	}
	ended := false
	var run func(s *syntax.Stmt) bool
	run = func(s *syntax.Stmt) bool {
		if ended {
			return true
		}
		if s.Negated || s.Background || s.Coprocess || len(s.Redirs) > 1 {
			return false
		}
		if both, ok := s.Cmd.(*syntax.BinaryCmd); ok && both.Op == syntax.AndStmt && len(s.Redirs) == 0 {
			return run(both.X) && run(both.Y)
		}
		words, ok := wordsOf(s)
		if !ok {
			return false
		}
		switch words[0] {
		case "exit":
			out.Status, err = 0, nil
			if len(words) > 1 {
				out.Status, err = strconv.Atoi(words[1])
			}
			ended = true
			return err == nil && len(s.Redirs) == 0
		case "echo":
			if len(words) > 1 && strings.HasPrefix(words[1], "-") || strings.Contains(strings.Join(words, ""), `\`) {
				return false
			}
			return prints(&out, s, strings.Join(words[1:], " ")+"\n")
		}
		return false
	}
	for _, s := range file.Stmts {
		if !run(s) {
			return out, false
		}
	}
	return out, len(file.Stmts) > 0
}

// prints adds a text to one of the outputs, if the redirections show which.
func prints(out *trial.Output, s *syntax.Stmt, text string) bool {
	if len(s.Redirs) == 0 {
		out.Stdout = append(out.Stdout, text...)
		return true
	}
	r := s.Redirs[0]
	if r.Op != syntax.DplOut || r.Word == nil || r.Word.Lit() != "2" || r.N != nil && r.N.Value != "1" {
		return false
	}
	out.Stderr = append(out.Stderr, text...)
	return true
}

// wordsOf returns the words of a simple command in which nothing is computed.
func wordsOf(s *syntax.Stmt) (words []string, ok bool) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) == 0 {
		return nil, false
	}
	for _, w := range call.Args {
		text := ""
		for _, part := range w.Parts {
			switch p := part.(type) {
			case *syntax.Lit:
				text += p.Value
				ok = ok && !strings.ContainsAny(p.Value, `*?[~{\`)
			case *syntax.SglQuoted:
				text += p.Value
				ok = ok && !p.Dollar
			case *syntax.DblQuoted:
				for _, inner := range p.Parts {
					lit, is := inner.(*syntax.Lit)
					if ok = ok && is; is {
						text += strings.ReplaceAll(lit.Value, `\"`, `"`)
					}
				}
			default:
				ok = false
			}
		}
		words = append(words, text)
	}
	return words, ok
}
