package conflict

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/foreign"
)

// A Trial is what probing a hook would run. It is shown to the person, who has
// to agree before anything of it is run.
type Trial struct {
	Command string // exactly as it is run: a shell's command line, or a program and its arguments
	Shell   string // the shell that runs it, or empty
	Event   hooks.Event
	Source  string // the file that the hook is in
	Runs    int    // at most
	Limit   time.Duration
}

// probeLimit is the time that one run of a probe has at most, rounds how often
// each sample is tried, and patience after how many overruns the rest is left.
const (
	probeLimit = 5 * time.Second
	rounds     = 2
	patience   = 2
)

// probeMark is in the environment of every process that a probe starts, so that
// those can be found which have left its process group.
const probeMark = "NEVERASK_PROBE"

// trial describes the probe of a hook; ok is false for one that cannot be run.
func trial(h config.Hook, tools []string) (t Trial, ok bool) {
	if h.Handler.Type != "command" || h.Handler.Command == "" {
		return t, false
	}
	command := commandOf(h)
	t = Trial{
		Command: h.Handler.Summary(), Event: hooks.Event(h.Group.Event), Source: h.Source.File,
		Shell: command.ShellName(), Runs: rounds * len(samples(tools)), Limit: command.Limit,
	}
	return t, true
}

// commandOf is the command of a hook with the time that a probe gives it.
func commandOf(h config.Hook) chain.Command {
	c := Command(h)
	c.Limit = min(c.Limit, probeLimit)
	return c
}

// prober runs hooks in a scratch directory.
type prober struct {
	around CommandEnv
	temp   string // where the scratch directory is made
}

// probe runs a hook on every sample, and again. For that time this process is
// branded, so nothing else may be started by it. What the hook leaves running is
// killed, and what it writes to its directory, its temporary directory or to
// where its input points is removed with the scratch directory.
func (p prober) probe(ctx context.Context, h config.Hook, tools []string) (f finding, err error) {
	scratch, err := os.MkdirTemp(p.temp, "neverask-probe-")
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, remove(scratch)) }()
	dir, mark, err := p.furnish(scratch, h)
	if err != nil {
		return f, err
	}
	env := p.environment(h, scratch, mark)
	brand, restore := burn(mark)
	defer restore()
	command := commandOf(h)
	seen := map[Verdict]int{}
	special := map[Verdict][]string{} // samples by what was done to them
	overruns := 0
	for range rounds {
		for _, s := range samples(tools) {
			if overruns >= patience || ctx.Err() != nil {
				continue
			}
			out := command.Run(ctx, s.payload(hooks.Event(h.Group.Event), dir), env, dir, brand.killAll)
			if strings.Contains(out.Fault, "longer") {
				overruns++
			}
			e := EffectOf(hooks.Event(h.Group.Event), out)
			v := e.Verdict()
			seen[v]++
			if !slices.Contains(special[v], s.name) {
				special[v] = append(special[v], s.name)
			}
			f.effects = appendNew(f.effects, e)
			f.took = append(f.took, out.Took)
		}
	}
	if err := ctx.Err(); err != nil {
		return finding{}, err
	}
	f.proof = []Evidence{{Basis: Probed, Detail: probeDetail(f, seen, special), Took: measured(f.took).Median}}
	return f, nil
}

// probeDetail says what the runs showed; of a rare thing, what it was done to.
func probeDetail(f finding, seen map[Verdict]int, special map[Verdict][]string) string {
	text := "with made-up questions: " + counted(seen)
	w, v := worst(f.effects)
	if len(seen) > 1 && len(special[v]) == 1 {
		text += fmt.Sprintf(" (%s)", special[v][0])
	}
	if w.Fault != "" {
		text += ": " + w.Fault
	}
	return text
}

// furnish makes the directories of a probe, and copies what the command names
// by a path that is relative to the project. Where such a path leads above the
// project, the copy of the project is so much deeper.
func (p prober) furnish(scratch string, h config.Hook) (dir, mark string, err error) {
	copies := p.copies(h)
	deep := 1
	for _, from := range copies {
		deep = max(deep, 1+strings.Count(from+"/", "../"))
	}
	dir = scratch
	for range deep {
		dir = filepath.Join(dir, "project")
	}
	for _, d := range []string{dir, filepath.Join(scratch, "tmp")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return "", "", err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "transcript.jsonl"), nil, 0o600); err != nil {
		return "", "", err
	}
	for _, from := range copies {
		if err := copyBeside(filepath.Join(p.around.Project, from), filepath.Join(dir, from)); err != nil {
			return "", "", err
		}
	}
	return dir, rand.Text(), nil
}

// copies are the directories, as seen from the project, of the files that the
// command names by relative paths.
func (p prober) copies(h config.Hook) (dirs []string) {
	around := p.around.Remembering()
	for _, call := range around.parse(h).calls {
		for _, arg := range call.argv {
			path := filepath.Join(call.dir, arg)
			relative := !call.away && !filepath.IsAbs(arg) && (strings.ContainsRune(arg, '/') || filepath.Ext(arg) != "")
			if !relative || !around.shelf.exists(path) {
				continue
			}
			if dir, err := filepath.Rel(p.around.Project, filepath.Dir(path)); err == nil && !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// maxCopy is the largest file that is copied into a scratch directory.
const maxCopy = 8 << 20

// copyBeside copies the files of a directory.
func copyBeside(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, e := range entries {
		info, err := os.Stat(filepath.Join(from, e.Name()))
		if err != nil || foreign.Check(info, maxCopy) != nil {
			continue
		}
		b, err := foreign.ReadFile(filepath.Join(from, e.Name()), maxCopy)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, e.Name()), b, info.Mode().Perm()|0o600); err != nil {
			return err
		}
	}
	return nil
}

// environment is the client's for a hook, with the scratch directory in place
// of the temporary one.
func (p prober) environment(h config.Hook, scratch, mark string) []string {
	temp := filepath.Join(scratch, "tmp")
	return append(p.around.Environ(h, "neverask-probe"), "TMPDIR="+temp, "TMP="+temp, "TEMP="+temp, probeMark+"="+mark)
}

// remove deletes a scratch directory, also where a hook has taken away the
// right to.
func remove(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
