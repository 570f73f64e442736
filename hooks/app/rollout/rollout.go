// Package rollout makes the files by which an administrator puts neverask onto the
// machines of others:
//
//	r, err := rollout.Make(dirs.Preferences(), rollout.Options{GOOS: "linux"})
//	for _, f := range r.Files {
//		// write f.Content to f.Name, below a directory
//	}
//
// The package writes nothing.
package rollout

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/hooks/rule/question"
	"neverask/settings"
)

// A Rollout is what a configuration tool puts onto the machines of others so
// that neverask answers there: settings that an administrator manages, and the
// preferences that everybody starts with.
type Rollout struct {
	Files []File
	// Left are the parts of the preferences that belong to this person or this
	// machine alone and were left out.
	Left []string
}

// A File is one file of it.
type File struct {
	Name    string // below the directory that is written, with "/"
	Place   string // where it belongs on those machines; "~" is each person's home
	Content []byte
}

// Options are the choices about a rollout.
type Options struct {
	GOOS        string // of the machines
	Plugin      string // where the directory of the plugin is on them; empty for where the packages put it
	NoDenyRules bool   // leaves the permission rules out
}

// PackagedPlugin is where the packages of a system put the plugin.
func PackagedPlugin(goos string) string {
	switch goos {
	case "darwin":
		return "/usr/local/share/neverask"
	case "windows":
		return `C:\Program Files\neverask`
	}
	return "/usr/share/neverask"
}

// Make makes the files of a rollout from the preferences of this person, which are the
// file at a path.
//
// The managed settings enable neverask's plugin in place of naming its hooks:
// Claude Code 2.1.329 runs hooks that stand in managed settings themselves, but
// asks the person in spite of their answer.
func Make(preferences string, o Options) (Rollout, error) {
	if o.Plugin == "" {
		o.Plugin = PackagedPlugin(o.GOOS)
	}
	if !absolute(o.GOOS, o.Plugin) {
		return Rollout{}, fmt.Errorf("the plugin's directory %q is not an absolute path", o.Plugin)
	}
	// The home directory of nobody: what lies below it is written with "~".
	const home = "/home/somebody"
	dirs, err := paths.Resolve(o.GOOS, func(name string) string {
		return map[string]string{"HOME": home, "AppData": home + "/AppData/Roaming", "LocalAppData": home + "/AppData/Local"}[name]
	})
	if err != nil {
		return Rollout{}, err
	}
	doc, err := settings.Parse([]byte(strings.ReplaceAll(dropIn, `"PLUGIN"`, settings.Quote(o.Plugin))))
	if err != nil {
		return Rollout{}, err
	}
	if !o.NoDenyRules {
		if doc, err = config.AddDenyRules(doc, config.DenyRules(home, dirs.Config, dirs.State, dirs.Data)); err != nil {
			return Rollout{}, err
		}
	}
	separator := "/"
	if o.GOOS == "windows" {
		separator = `\`
	}
	const name = "50-neverask.json"
	r := Rollout{Files: []File{{
		"managed-settings.d/" + name, config.ManagedDir(o.GOOS) + separator + "managed-settings.d" + separator + name, doc.Bytes(),
	}}}
	content, left, err := shared(preferences)
	if err != nil || content == nil {
		return r, err
	}
	place := "~" + strings.TrimPrefix(dirs.Config, home) + "/preferences.json"
	r.Files = append(r.Files, File{"preferences/preferences.json", place, content})
	r.Left = left
	return r, nil
}

// dropIn enables the plugin that is in a directory.
const dropIn = `{
  "extraKnownMarketplaces": {
    "neverask": {
      "source": {
        "source": "directory",
        "path": "PLUGIN"
      }
    }
  },
  "enabledPlugins": {
    "neverask@neverask": true
  }
}
`

func absolute(goos, name string) bool {
	if goos == "windows" {
		return len(name) > 2 && name[1] == ':' && (name[2] == '\\' || name[2] == '/')
	}
	return strings.HasPrefix(name, "/")
}

// shared returns the preferences without what others cannot use: rules for a
// directory of this machine, and what this person has accepted of projects.
// Every other byte stays. There is none without a preferences file.
func shared(preferences string) (content []byte, left []string, err error) {
	f, err := settings.Load(preferences)
	if err != nil {
		return nil, nil, err
	}
	if !f.Exists {
		return nil, nil, nil
	}
	doc := f.Document
	rules, _ := doc.Get("rules")
	for i, r := range slices.Backward(rules.Array()) {
		if r.Get("project").Str == "" {
			continue
		}
		left = append(left, fmt.Sprintf("the rule %s, which holds in %s", r.Get("id").Str, r.Get("project").Str))
		if doc, err = doc.Delete(settings.Path{"rules", strconv.Itoa(i)}); err != nil {
			return nil, nil, err
		}
	}
	slices.Reverse(left)
	return doc.Bytes(), left, works(f, doc)
}

// works refuses preferences of which a part would do nothing. What is wrong is
// told by its place in the file that a person has.
func works(f settings.File, shared settings.Document) error {
	_, wrong, err := question.ParsePreferences(shared.Bytes())
	if err != nil {
		return fmt.Errorf("%s:%w", f.Path, err)
	}
	_, all, err := question.ParsePreferences(f.Document.Bytes())
	for _, p := range all {
		if slices.ContainsFunc(wrong, func(w question.Problem) bool { return w.Rule == p.Rule && w.Message == p.Message }) {
			return &settings.SyntaxError{Path: f.Path, Line: p.Line, Col: p.Column, Msg: p.Message, Hint: "correct it; what does nothing is not rolled out"}
		}
	}
	return err
}

// ErrOccupied says that a file of a rollout would replace another one.
var ErrOccupied = errors.New("there is another file already")

// Check reports the files that stand in the way below a directory.
func (r Rollout) Check(dir fs.FS) error {
	for _, file := range r.Files {
		have, err := fs.ReadFile(dir, file.Name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case string(have) != string(file.Content):
			return fmt.Errorf("%s: %w", file.Name, ErrOccupied)
		}
	}
	return nil
}
