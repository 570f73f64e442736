package config

import (
	"cmp"
	"fmt"
	"slices"

	"neverask/settings"
)

// A Finding is a file with a fault. Line and Col are 0 if it concerns the whole file; Col is 0
// if unknown.
type Finding struct {
	File      string
	Line, Col int
	Msg, Hint string
	// Repairable reports that neverask doctor may repair it.
	Repairable bool
	// Off is how much of the file the client ignores because of the fault, if known.
	Off Extent
}

// Mistakes returns the findings by file; each list begins with the finding that makes the client
// ignore most.
func (s Sources) Mistakes() (all [][]Finding) {
	at := map[string]int{}
	for _, f := range s.Findings {
		i, known := at[f.File]
		if !known {
			i = len(all)
			at[f.File], all = i, append(all, nil)
		}
		all[i] = append(all[i], f)
	}
	for _, found := range all {
		slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(b.Off.size(), a.Off.size()) })
	}
	return all
}

// Doubtful returns the files whose hooks are unknown.
func (s Sources) Doubtful() (files []string) {
	for _, f := range s.Findings {
		read := slices.ContainsFunc(s.List, func(source Source) bool { return source.File == f.File })
		if f.Off == OffNothing && !read && !slices.Contains(files, f.File) {
			files = append(files, f.File)
		}
	}
	return files
}

// Where returns the position of a finding: file, line and column.
func (f Finding) Where() string {
	where := f.File
	for _, n := range []int{f.Line, f.Col} {
		if n > 0 {
			where += fmt.Sprintf(":%d", n)
		}
	}
	return where
}

func (f *finder) find(file, msg, hint string) {
	f.findings = append(f.findings, Finding{File: file, Msg: msg, Hint: hint})
}

// fault turns an error about a file into a finding; off is how much of it is ignored.
func (f *finder) fault(file string, err error, off Extent) {
	found := Finding{File: file, Msg: err.Error(), Hint: "make the file readable", Off: off}
	if syntax, ok := err.(*settings.SyntaxError); ok {
		found.Line, found.Col, found.Msg, found.Hint, found.Repairable =
			syntax.Line, syntax.Col, syntax.Msg, syntax.Hint, syntax.Repairable
	}
	f.findings = append(f.findings, found)
}
