package planner_test

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
)

// teller is a story that is told by lines.
type teller struct {
	story
	results map[string]settings.Receipt // of the steps that are named
}

// words are the arguments of a step.
type words []string

func (w words) scope() settings.Scope { return settings.Scope(w[0]) }

func (w words) number() int {
	n, err := strconv.Atoi(w[0])
	if err != nil {
		panic(err)
	}
	return n
}

// commands returns the hooks that the words from one on name.
func (w words) commands(from int) (all []string) {
	for _, word := range w[min(from, len(w)):] {
		all = append(all, map[string]string{"answer": answer, "deny": deny, "post": answer + " post"}[word])
	}
	return all
}

// rest returns the text behind so many words.
func rest(line string, n int) string {
	for range n {
		_, line, _ = strings.Cut(line, " ")
	}
	return line
}

// results are the steps that change something.
var results = map[string]func(s *teller, w words) settings.Receipt{
	"install": func(s *teller, w words) settings.Receipt {
		if len(w) == 1 {
			return s.do(install.Install(s.in, s.in.Target(w.scope(), ""), install.Options{}))
		}
		return s.install(w.scope(), conflict.Resolution(w[1]), w.commands(2)...)
	},
	"hooks": func(s *teller, w words) settings.Receipt {
		return s.installThese(w.scope(), named(w[2:]), conflict.Resolution(w[1]))
	},
	"uninstall": func(s *teller, w words) settings.Receipt { return s.uninstall(w.scope(), named(w[1:])...) },
	"undo":      func(s *teller, w words) settings.Receipt { return s.undo(s.results[w[0]]) },
	"park":      func(s *teller, w words) settings.Receipt { return s.park(w.commands(0)[0]) },
	"remove":    func(s *teller, w words) settings.Receipt { return s.remove(w.commands(0)[0]) },
	"unpark":    func(s *teller, w words) settings.Receipt { return s.unpark(w.number()) },
	"putback": func(s *teller, w words) settings.Receipt {
		return s.do(changes.PutBack(s.t.Context(), s.in, s.in.Target(w.scope(), ""), func(planner.OutsideChange) bool { return true }))
	},
	"newest": func(s *teller, _ words) settings.Receipt { return s.history()[len(s.history())-1] },
	"first": func(s *teller, w words) settings.Receipt { // of a kind
		return s.history()[slices.IndexFunc(s.history(), func(r settings.Receipt) bool { return r.Op == w[0] })]
	},
	"last": func(s *teller, _ words) settings.Receipt {
		r, err := s.in.Store.Last()
		musttest.Do(s.t, err)
		return r
	},
}

// steps are all others; they get the line, too.
var steps = map[string]func(s *teller, w words, line string){
	"fresh":    func(s *teller, _ words, _ string) { s.story = newStory(s.t) },
	"pair":     func(s *teller, w words, _ string) { s.story = withPair(s.t, w.scope()) },
	"narrowed": func(s *teller, _ words, _ string) { s.story = withNarrowed(s.t) },
	"edit": func(s *teller, w words, line string) {
		old, with, _ := strings.Cut(rest(line, 2), " => ")
		s.edit(w.scope(), old, with)
	},
	"put":     func(s *teller, w words, line string) { s.put(w.scope(), rest(line, 2)+"\n") },
	"touch":   func(s *teller, w words, _ string) { s.put(w.scope(), s.text(w.scope())+"\n") },
	"delete":  func(s *teller, w words, _ string) { s.delete(w.scope()) },
	"rmdir":   func(s *teller, w words, _ string) { musttest.Do(s.t, os.RemoveAll(path(s.in, w[0]))) },
	"drop":    func(s *teller, w words, _ string) { s.drop(w.scope(), strings.Split(w[1], "/")) },
	"purge":   func(s *teller, _ words, _ string) { mustPurge(s.t, s.in) },
	"refused": func(s *teller, w words, _ string) { s.refused(s.results[w[0]]) },
	"cannot": func(s *teller, w words, _ string) { // be undone, for whatever reason
		now, err := s.in.Store.Find(s.results[w[0]].ID)
		musttest.Do(s.t, err)
		if p, err := changes.Undo(s.in, now); err == nil {
			s.t.Errorf("it can be undone:\n%s", p.After)
		}
	},
	"once": func(s *teller, _ words, _ string) { s.once() },
	"undo?": func(s *teller, w words, _ string) { // where it can be
		if p, err := changes.Undo(s.in, s.results[w[0]]); err == nil {
			s.do(p, nil)
		}
	},
	"look": func(s *teller, _ words, _ string) {
		for _, watched := range s.in.Watched() {
			_, err := s.in.OutsideChanges(s.t.Context(), watched)
			musttest.Do(s.t, err)
		}
	},
	"unchanged": func(s *teller, _ words, _ string) { s.unchanged("the story") },
	"meant": func(s *teller, _ words, _ string) { // all files mean what they did
		for name := range files {
			same(s.t, path(s.in, name), files[name])
		}
	},
	"means": func(s *teller, w words, line string) { s.means(w.scope(), rest(line, 2)) },
	"is": func(s *teller, w words, line string) {
		if text := s.text(w.scope()); text != rest(line, 2) {
			s.t.Errorf("it is\n%s\nnot\n%s", text, rest(line, 2))
		}
	},
	"restored": func(s *teller, w words, line string) { // what it was, but for some edits
		want := files[".claude/settings.json"]
		for change := range strings.SplitSeq(rest(line, 2), "; ") {
			old, with, _ := strings.Cut(change, " => ")
			want = strings.Replace(want, old, with, 1)
		}
		s.means(w.scope(), want)
	},
	"count": func(s *teller, w words, line string) {
		if text := s.text(w.scope()); strconv.Itoa(strings.Count(text, rest(line, 3))) != w[1] {
			s.t.Errorf("%s is there, and not %s times:\n%s", rest(line, 3), w[1], text)
		}
	},
	"gone": func(s *teller, w words, _ string) {
		if b, err := os.ReadFile(s.file(w.scope())); !errors.Is(err, os.ErrNotExist) {
			s.t.Errorf("%s is left: %v", b, err)
		}
	},
}

func named(names []string) (what []config.Installable) {
	for _, name := range names {
		what = append(what, config.Installable(name))
	}
	return what
}

// tell makes the steps of a story.
func tell(t *testing.T, lines []string) {
	t.Helper()
	s := &teller{story{t: t}, map[string]settings.Receipt{}}
	for _, line := range lines {
		name, step, named := strings.Cut(line, " = ")
		if !named {
			name, step = "", line
		}
		all := strings.Fields(step)
		if change, ok := results[all[0]]; ok {
			s.results[name] = change(s, all[1:])
		} else if other, ok := steps[all[0]]; ok {
			other(s, all[1:], line)
		} else {
			t.Fatalf("there is no step %q", all[0])
		}
		if t.Failed() {
			t.Fatalf("at %q of\n%s", line, strings.Join(lines, "\n"))
		}
	}
}

func TestStories(t *testing.T) {
	t.Parallel()
	b := musttest.Read(t, "testdata/stories.txt")
	for text := range strings.SplitSeq(string(b), "\n\n") {
		_, text, there := strings.Cut("\n"+text, "\nstory ")
		if !there {
			continue
		}
		lines := strings.Split(strings.TrimSpace(text), "\n")
		name, resolutions, _ := strings.Cut(lines[0], ":")
		if resolutions == "" {
			resolutions = " -"
		}
		for resolution := range strings.FieldsSeq(resolutions) {
			t.Run(strings.TrimSuffix(name+" "+resolution, " -"), func(t *testing.T) {
				tell(t, strings.Split(strings.ReplaceAll(strings.Join(lines[1:], "\n"), "RESOLUTION", resolution), "\n"))
			})
		}
	}
}
