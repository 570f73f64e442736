// Package off keeps how long a person has turned neverask off, when its hooks pass everything
// through, or is away, when they answer more. Both hold in running sessions, too, and end by
// themselves.
package off

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"neverask/hooks"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// WhileAway says what neverask does while a person is away.
const WhileAway = "neverask answers by your rules, else as you always answered, else with the one option Claude " +
	"recommends; anything irreversible, or that you ever answered differently, waits for you"

// BeforeAway is what a person is told before they are away.
const BeforeAway = "Until you are back, " + WhileAway +
	". In public sessions, people chose what Claude recommended in 75 of 140 cases."

// maxSize is the longest file that is read.
const maxSize = 64 << 10

// Read returns the periods that a file holds: none when there is no file.
func Read(name string) (all []Period, err error) {
	content, err := saferead.ReadFile(name, maxSize)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v, err := hooks.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for e := range v.Get("periods").Elements() {
		p := Period{Project: e.Get("project").String()}
		if p.Since, err = time.Parse(time.RFC3339, e.Get("since").String()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if until := e.Get("until"); until.Kind() != hooks.Absent {
			if p.Until, err = time.Parse(time.RFC3339, until.String()); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		all = append(all, p)
	}
	if all == nil {
		return nil, fmt.Errorf("%s: it names no period", name)
	}
	return all, nil
}

// Write replaces what a file holds; without any period the file goes.
func Write(name string, all []Period) error {
	if len(all) == 0 {
		if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	var out hooks.Writer
	out.Begin('{')
	out.Name("periods").Begin('[')
	for _, p := range all {
		out.Begin('{')
		out.Text("since", p.Since.UTC().Format(time.RFC3339))
		if !p.Until.IsZero() {
			out.Text("until", p.Until.UTC().Format(time.RFC3339))
		}
		out.Text("project", p.Project)
		out.End('}')
	}
	out.End(']')
	out.End('}')
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return ownfile.Write(name, append(out.Bytes(), '\n'), 0o600)
}

// Begin adds a period to those of a file, in place of one for the same project, and
// returns those that hold then. It fails on a file that cannot be read.
func Begin(name string, p Period) ([]Period, error) {
	all, err := Read(name)
	if err != nil {
		return nil, err
	}
	all = append(slices.DeleteFunc(all, func(other Period) bool {
		return other.Over(p.Since) || other.Project == p.Project
	}), p)
	return all, Write(name, all)
}

// End takes the period of a project out of a file, or all of them when that is empty,
// and returns those that are left. What cannot be read goes with all.
func End(name, project string, now time.Time) ([]Period, error) {
	all, err := Read(name)
	if project == "" {
		return nil, Write(name, nil)
	}
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p Period) bool { return p.Over(now) || p.Project == project })
	return all, Write(name, all)
}

// Holding returns the period that holds now in a session's project; within says whether
// that is in a directory.
func Holding(all []Period, now time.Time, within func(dir string) bool) (p Period, ok bool) {
	i := slices.IndexFunc(all, func(p Period) bool { return !p.Over(now) && p.covers(within) })
	if i < 0 {
		return Period{}, false
	}
	return all[i], true
}

// Left returns the periods without those that are over in a session's project.
func Left(all []Period, now time.Time, within func(dir string) bool) []Period {
	return slices.DeleteFunc(slices.Clone(all), func(p Period) bool { return p.Over(now) && p.covers(within) })
}
