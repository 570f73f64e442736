package control

import (
	"fmt"

	"neverask/hooks"
)

// WriteLegacy returns a response in an older form, for hosts that still expect it. It differs
// from [Wire] in three results, none of which the client (Claude Code 2.1.329) understands:
//
//   - KeepWorking is {"continue":false,"stopReason":…}, which ends the run
//     instead of going on;
//   - Instructions is hookSpecificOutput.customInstructions, which makes the
//     whole output invalid;
//   - the updates of AllowPermanently are snake_case, and are dropped without a
//     word.
func WriteLegacy(in Input, r Result) (hooks.Value, error) {
	v, err := Wire(in, r)
	if err != nil {
		return hooks.Value{}, err
	}
	switch r.kind {
	case kindKeepWorking:
		return hooks.Parse(hooks.Output{SystemMessage: r.message, Stop: true, StopReason: r.reason}.JSON())
	case kindInstructions:
		var w hooks.Writer
		w.Begin('{')
		w.Name("hookSpecificOutput").Begin('{')
		w.Text("hookEventName", string(in.Event))
		w.Name("customInstructions").String(r.reason)
		w.End('}')
		w.End('}')
		return w.Finish(), nil
	case kindPermanently:
		if in.Event == CanUseTool {
			return legacyPermissions(v)
		}
	}
	return v, nil
}

// legacyPermissions spells the permission updates of a response in snake_case.
func legacyPermissions(response hooks.Value) (hooks.Value, error) {
	var w hooks.Writer
	w.Begin('{')
	for m := range response.Members() {
		if m.Name != "updatedPermissions" {
			w.Member(m.Name, m.Value)
			continue
		}
		w.Name("updated_permissions").Begin('[')
		for u := range m.Value.Elements() {
			if err := writeLegacyUpdate(&w, u); err != nil {
				return hooks.Value{}, err
			}
		}
		w.End(']')
	}
	w.End('}')
	return w.Finish(), nil
}

func writeLegacyUpdate(w *hooks.Writer, u hooks.Value) error {
	names := map[string]string{
		"addRules": "add_rules", "replaceRules": "replace_rules", "removeRules": "remove_rules",
		"setMode": "set_mode", "addDirectories": "add_directories", "removeDirectories": "remove_directories",
		"session": "session", "userSettings": "user_settings", "projectSettings": "project_settings",
		"localSettings": "local_settings",
	}
	w.Begin('{')
	for m := range u.Members() {
		switch m.Name {
		case "type", "destination":
			name, ok := names[m.Value.String()]
			if !ok {
				return fmt.Errorf("%s %q has no older name", m.Name, m.Value.String())
			}
			w.Text(m.Name, name)
		case "rules":
			w.Name("rules").Begin('[')
			for r := range m.Value.Elements() {
				w.Begin('{')
				w.Text("tool_name", r.Get("toolName").String())
				w.Text("rule_content", r.Get("ruleContent").String())
				w.End('}')
			}
			w.End(']')
		default:
			w.Member(m.Name, m.Value)
		}
	}
	w.End('}')
	return nil
}
