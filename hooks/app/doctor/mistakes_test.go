package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// A sample is a row of a table in testdata/mistakes, which has a README: settings as
// people write them, broken and healthy ones, with what the doctor finds and what the
// client does.
type sample struct {
	name  string
	files map[string]string // below a root that has a home and a project
	finds []string          // "ID FILE:LINE"
	// fixed reports that nothing is left to find after all repairs.
	fixed bool
}

const userFile = "home/.claude/settings.json"

// table reads a table: a row a line, its cells between tabs.
func table(t *testing.T, name string, columns int) (rows [][]string) {
	t.Helper()
	b := musttest.Read(t, filepath.Join("testdata/mistakes", name))
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != columns {
			t.Fatalf("%s: %d cells of %d: %s", name, len(cells), columns, line)
		}
		rows = append(rows, cells)
	}
	return rows
}

// finds reads a cell with the findings of a file: each an ID, and a line unless it is
// the one given.
func finds(cell, file string, line int) (all []string) {
	for f := range strings.FieldsSeq(strings.TrimPrefix(cell, "-")) {
		if !strings.Contains(f, ":") {
			f = fmt.Sprintf("%s:%d", f, line)
		}
		id, place, _ := strings.Cut(f, ":")
		all = append(all, id+" "+file+":"+place)
	}
	return all
}

// A fileSample is a row of files.tsv: whole.json with something in it that is wrong or
// unusual.
type fileSample struct {
	sample
	unused config.Extent
	left   string // of the hooks of the file, what the client runs after all repairs
}

func fileSamples(t *testing.T) (all []fileSample) {
	t.Helper()
	b := musttest.Read(t, "testdata/mistakes/whole.json")
	extents := map[string]config.Extent{"-": config.OffNothing}
	for _, e := range []config.Extent{config.OffHook, config.OffGroup, config.OffEvent, config.OffHooks, config.OffFile} {
		extents[string(e)] = e
	}
	for _, row := range table(t, "files.tsv", 7) {
		name, text := row[0], place(t, string(b), row[1], row[2])
		s := fileSample{sample{name, map[string]string{userFile: text}, finds(row[3], userFile, 0), row[6] != "-"}, extents[row[4]], strings.TrimPrefix(row[6], "none")}
		all = append(all, s)
		if row[5] != "" {
			s.name, s.unused = name+", at PostToolUse", extents[row[5]]
			s.files = map[string]string{userFile: strings.ReplaceAll(text, "PreToolUse", "PostToolUse")}
			all = append(all, s)
		}
	}
	return all
}

// place puts the text of a row into whole.json.
func place(t *testing.T, whole, where, text string) string {
	t.Helper()
	text = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\xff`, "\xff", `\xef\xbb\xbf`, "\xef\xbb\xbf").Replace(text)
	old, after := "", text
	switch where {
	case "file":
		return strings.Replace(text, "WHOLE", whole, 1)
	case "lines":
		return strings.ReplaceAll(whole, "\n", text)
	case "handler":
		old = `{"type": "command", "command": "RECORD B"}`
	case "group":
		old = `{"matcher": "Bash", "hooks": [{"type": "command", "command": "RECORD B"}, {"type": "command", "command": "RECORD G"}]}`
	case "event":
		old = `"UserPromptSubmit"`
		after += ", " + old
	case "setting":
		old = `  "hooks"`
		after = "  " + after + ",\n" + old
	default:
		old = strings.NewReplacer(`\n`, "\n").Replace(strings.TrimPrefix(where, "instead of "))
	}
	if strings.Count(whole, old) != 1 {
		t.Fatalf("whole.json has no place for %s", where)
	}
	return strings.Replace(whole, old, after, 1)
}

// A hookSample is a row of hooks.tsv: one hook, and whether the client runs it at a call.
type hookSample struct {
	sample
	file          string // of the settings
	calls         [2]string
	before, after string // the repair
}

func hookSamples(t *testing.T) (all []hookSample) {
	t.Helper()
	for n, row := range table(t, "hooks.tsv", 7) {
		text, at := row[1], userFile
		if rest, ok := strings.CutPrefix(text, "project: "); ok {
			text, at = rest, "project/.claude/settings.json"
		}
		inRow := strings.NewReplacer("RECORD", fmt.Sprintf("RECORD %d", n), "ROW", fmt.Sprintf("row%d", n), `\n`, "\n", `\r`, "\r")
		files := map[string]string{at: "{\n  \"hooks\": {" + inRow.Replace(strings.ReplaceAll(text, "RUN", `{"type": "command", "command": "RECORD"}`)) + "}\n}\n"}
		for f := range strings.SplitSeq(row[2], " ||| ") {
			if path, content, ok := strings.Cut(f, "="); ok {
				files[inRow.Replace(path)] = inRow.Replace(content)
			}
		}
		s := hookSample{sample: sample{row[0], files, finds(row[4], at, 2), row[6] != "-"}, file: at, before: row[5], after: row[6]}
		s.calls[0], s.calls[1], _ = strings.Cut(row[3], " / ")
		all = append(all, s)
	}
	return all
}

// outputSamples returns the rows of outputs.tsv: one hook, and whether what it says, with MARK
// in it, counts.
func outputSamples(t *testing.T) (all []hookSample) {
	t.Helper()
	for _, row := range table(t, "outputs.tsv", 5) {
		text := fmt.Sprintf("{\n  \"hooks\": {%q: [{\"hooks\": [{\"type\": \"command\", \"command\": %s}]}]}\n}\n", row[1], row[2])
		s := sample{"output: " + row[0], map[string]string{userFile: text}, finds(row[3], userFile, 2), false}
		all = append(all, hookSample{sample: s, file: userFile, before: row[4]})
	}
	return all
}

// samples returns all tables.
func samples(t *testing.T) (all []sample) {
	t.Helper()
	for _, s := range fileSamples(t) {
		all = append(all, s.sample)
	}
	for _, s := range append(hookSamples(t), outputSamples(t)...) {
		all = append(all, s.sample)
	}
	return all
}

// lay writes the files of a sample below a root, and returns a planner for it.
func (s sample) lay(t *testing.T, root, recorder string) *planner.Planner {
	t.Helper()
	for _, program := range []string{"record*", "tools/node*"} {
		put(t, root, program, "#!/bin/sh\n")
	}
	for path, text := range s.files {
		put(t, root, path, strings.NewReplacer("RECORD", recorder, "PLUGIN_ROOT", "PLUGIN_ROOT", "PROJECT_ROOT", "PROJECT_ROOT", "ROOT", root).Replace(text))
	}
	return fixture(t, root)
}

// environment returns that of the client in the tests.
func environment(home string) []string {
	return []string{"HOME=" + home, "PATH=/usr/bin:/bin:" + filepath.Join(filepath.Dir(home), "tools")}
}

// places returns findings as samples say them.
func places(root string, found []Finding) (all []string) {
	for _, f := range found {
		file, _ := filepath.Rel(root, f.File)
		all = append(all, fmt.Sprintf("%s %s:%d", f.ID, filepath.ToSlash(file), f.Line))
	}
	return all
}

// TestMistakes: of each sample the doctor finds what the table says, where it says it,
// and nothing else; its repairs leave nothing, and can be taken back.
func TestMistakes(t *testing.T) {
	broken, healthy, repaired := 0, 0, 0
	names := map[string]bool{}
	for _, s := range samples(t) {
		if names[s.name] {
			t.Errorf("%s occurs twice", s.name)
		}
		names[s.name] = true
		switch {
		case len(s.finds) == 0:
			healthy++
		case s.fixed:
			repaired++
			fallthrough
		default:
			broken++
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			root := termtest.Dir(t, termtest.Memory())
			in := s.lay(t, root, filepath.Join(root, "record"))
			o := Options{Planner: in, Env: environment(filepath.Join(root, "home"))}
			found := Hooks(o)
			if got := places(root, found); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(s.finds))) {
				t.Errorf("finds %q, want %q: %+v", got, s.finds, found)
			}
			repairAllAndUndo(t, o, root, s)
		})
	}
	t.Logf("%d broken, of which %d are repaired, and %d healthy", broken, repaired, healthy)
	if broken < 100 || healthy < 60 || repaired < 100 {
		t.Error("the tables are too small, or too little of them is repaired")
	}
}

func repairAllAndUndo(t *testing.T, o Options, root string, s sample) {
	t.Helper()
	before := map[string]string{}
	for path := range s.files {
		b, _ := os.ReadFile(filepath.Join(root, path))
		before[path] = string(b)
	}
	made := repairAll(t, o)
	left := Hooks(o)
	switch {
	case (len(made) > 0 && len(left) == 0) != s.fixed:
		t.Errorf("repairs: %d; left is %+v", len(made), left)
	case len(s.finds) == 0 && len(made) > 0:
		t.Errorf("nothing to repair")
	}
	for _, r := range slices.Backward(made) {
		back, err := changes.Undo(o.Planner, r)
		if err == nil {
			_, err = o.Planner.Apply(context.Background(), back)
		}
		if err != nil {
			t.Fatalf("taking a repair back: %v", err)
		}
	}
	for path, text := range before {
		if b, _ := os.ReadFile(filepath.Join(root, path)); string(b) != text {
			t.Errorf("%s: taken back, it is\n%s\nand was\n%s", path, b, text)
		}
	}
}

// repairAll makes every repair, one after the other.
func repairAll(t *testing.T, o Options) (made []settings.Receipt) {
	t.Helper()
	for range 20 {
		found := Hooks(o)
		i := slices.IndexFunc(found, func(f Finding) bool { return f.Fixable })
		if i < 0 {
			return made
		}
		p, err := found[i].Plan()
		var r settings.Receipt
		if err == nil {
			r, err = o.Planner.Apply(context.Background(), p)
		}
		if err != nil {
			t.Fatalf("%s: %v", found[i].Message, err)
		}
		made = append(made, r)
	}
	t.Fatalf("there is always something left to repair: %+v", Hooks(o))
	return nil
}
