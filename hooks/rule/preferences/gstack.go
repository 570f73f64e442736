package preferences

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"neverask/hooks/rule/question"
	"neverask/settings/saferead"
)

// Skipped is an entry of an import that could not become a rule.
type Skipped struct {
	File, Entry, Why string
}

// FromGstack reads the question preferences of gstack below its directory, as its own programs write them:
// {"QUESTION-ID": "never-ask"}, in global-question-preferences.json and, for each project, in
// projects/NAME/question-preferences.json. Its modes are never-ask, always-ask and ask-only-for-one-way; the IDs are
// those of the markers in its questions. A question it does not ask gets the recommended answer. registry is the file
// of its installation that says which questions are one-way: gstack always asks those, and so do the rules. A missing
// registry names none. (bin/gstack-question-preference and hosts/claude/hooks/question-preference-hook.ts of
// garrytan/gstack, October 2026.) gstack keeps preferences by project name, and notes in slug-cache which directories
// have that name: a project's rules apply there. FromGstack skips projects whose directory is no longer known,
// questions that gstack has split into parts, because it always asks those, and everything it does not understand.
func FromGstack(dir, registry string) (rules []question.Rule, skipped []Skipped, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "projects", "*", "question-preferences.json"))
	if err != nil {
		return nil, nil, err
	}
	global := filepath.Join(dir, "global-question-preferences.json")
	if _, err := os.Stat(global); err == nil {
		files = append(files, global)
	}
	if len(files) == 0 {
		return nil, nil,
			fmt.Errorf("%s: no global-question-preferences.json and no projects/*/question-preferences.json in it", dir)
	}
	oneWay, err := GstackQuestions(registry)
	if err != nil {
		return nil, nil, err
	}
	directories := gstackProjects(filepath.Join(dir, "slug-cache"))
	for _, file := range files {
		entries, err := readGstack(file)
		if err != nil {
			skipped = append(skipped, Skipped{file, "", err.Error()})
			continue
		}
		places := []string{""}
		if file != global {
			places = directories[filepath.Base(filepath.Dir(file))]
		}
		for _, id := range sorted(entries) {
			mode, why := gstackMode(id, entries[id])
			if why == "" && len(places) == 0 {
				why = "gstack does not say where this project is: neverask rules add --marker " + id +
					" --project DIR adds it there"
			}
			if why != "" {
				skipped = append(skipped, Skipped{file, id, why})
				continue
			}
			if oneWay[id] {
				mode = question.AlwaysAsk
			}
			for _, place := range places {
				r := question.Rule{Match: question.Match{Marker: id}, Mode: mode, Project: place}
				if r.Mode != question.AlwaysAsk {
					r.Answer = question.Answer{Word: question.Recommended}
				}
				rules = append(rules, r)
			}
		}
	}
	return rules, skipped, nil
}

// gstackProjects maps project names to directories. Each file in the cache holds a project's name, and is named after
// its directory, with "_" for "/".
func gstackProjects(cache string) map[string][]string {
	projects := map[string][]string{}
	entries, _ := os.ReadDir(cache) // without the cache, no project is known
	for _, e := range entries {
		name, err := saferead.ReadFile(filepath.Join(cache, e.Name()), maxImport)
		encoded, ok := strings.CutPrefix(e.Name(), "_")
		if err != nil || !ok {
			continue
		}
		// A name may contain "_" itself, so only existing directories count.
		if found := directoriesAt("/", strings.Split(encoded, "_")); len(found) == 1 {
			slug := strings.TrimSpace(string(name))
			projects[slug] = append(projects[slug], found[0])
		}
	}
	return projects
}

// directoriesAt returns the directories below dir whose path consists of these parts, joined by "/" or "_".
func directoriesAt(dir string, parts []string) (found []string) {
	for n := 1; n <= len(parts); n++ {
		next := filepath.Join(dir, strings.Join(parts[:n], "_"))
		switch info, err := os.Stat(next); {
		case err != nil || !info.IsDir():
		case n == len(parts):
			found = append(found, next)
		default:
			found = append(found, directoriesAt(next, parts[n:])...)
		}
	}
	return found
}

// GstackRegistry returns the path of the registry of questions that gstack installs below Claude Code's configuration
// directory.
func GstackRegistry(config string) string {
	return filepath.Join(config, "skills", "gstack", "scripts", "question-registry.ts")
}

// GstackQuestions returns the IDs of the questions in gstack's registry, a TypeScript file, and whether they are
// one-way. It reads the file as gstack's own hook does.
func GstackQuestions(registry string) (oneWay map[string]bool, err error) {
	b, err := saferead.ReadFile(registry, maxImport)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	oneWay = map[string]bool{}
	for _, m := range registryEntry().FindAllSubmatch(b, -1) {
		oneWay[string(m[1])] = string(m[2]) == "one-way"
	}
	return oneWay, nil
}

var registryEntry = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`'([a-z0-9-]+)':\s*\{[^}]*?door_type:\s*'(one-way|two-way)'`)
})

// maxImport is more than any real preferences file contains.
const maxImport = 4 << 20

func readGstack(file string) (map[string]json.RawMessage, error) {
	b, err := saferead.ReadFile(file, maxImport)
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
		return "", "the ID is not valid as a marker"
	}
	if strings.Contains(id, "-split-") {
		return "", "gstack always asks the parts of a split question"
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
