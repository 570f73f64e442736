package preferences

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/question"
	"neverask/settings/foreign"
)

// A Skipped entry of an import could not become a rule.
type Skipped struct {
	File, Entry, Why string
}

// FromGstack reads the question preferences of gstack, one file for each
// project in DIR/projects/NAME/question-preferences.json, as gstack's own
// programs write them: {"QUESTION-ID": "never-ask"}. Its modes are never-ask,
// always-ask and ask-only-for-one-way; the IDs are those of the markers in its
// questions, and what it does not ask it answers as recommended.
//
// gstack keeps preferences by a project's name, which does not say where the
// project is, so the rules hold everywhere; an ID with different modes in
// several projects is skipped, and so is everything that is not understood.
func FromGstack(dir string) (rules []question.Rule, skipped []Skipped, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "projects", "*", "question-preferences.json"))
	if err != nil {
		return nil, nil, err
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("%s: no projects/*/question-preferences.json in it", dir)
	}
	modes, from := map[string][]question.Mode{}, map[string]string{}
	for _, file := range files {
		entries, err := readGstack(file)
		if err != nil {
			skipped = append(skipped, Skipped{file, "", err.Error()})
			continue
		}
		for _, id := range sorted(entries) {
			mode, why := gstackMode(id, entries[id])
			if why != "" {
				skipped = append(skipped, Skipped{file, id, why})
				continue
			}
			if !slices.Contains(modes[id], mode) {
				modes[id] = append(modes[id], mode)
			}
			from[id] = file
		}
	}
	for _, id := range sorted(modes) {
		if len(modes[id]) > 1 {
			skipped = append(skipped, Skipped{from[id], id, "has different modes in several projects"})
			continue
		}
		r := question.Rule{Match: question.Match{Marker: id}, Mode: modes[id][0]}
		if r.Mode != question.AlwaysAsk {
			r.Answer = question.Answer{Word: question.Recommended}
		}
		rules = append(rules, r)
	}
	return rules, skipped, nil
}

// maxImport is more than anybody has in a file of preferences.
const maxImport = 4 << 20

func readGstack(file string) (map[string]json.RawMessage, error) {
	b, err := foreign.ReadFile(file, maxImport)
	if err != nil {
		return nil, err
	}
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(b, &entries); err != nil {
		return nil, fmt.Errorf("not an object of question IDs: %w", err)
	}
	return entries, nil
}

func gstackMode(id string, raw json.RawMessage) (mode question.Mode, why string) {
	var word string
	if json.Unmarshal(raw, &word) != nil {
		return "", "the mode is not a string"
	}
	switch mode = question.Mode(word); mode {
	case question.NeverAsk, question.AlwaysAsk, question.AskOnlyForOneWay:
	default:
		return "", fmt.Sprintf("unknown mode %q", word)
	}
	if id == "" || strings.ContainsAny(id, "<> \t\n") {
		return "", "the ID cannot be a marker"
	}
	return mode, ""
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
