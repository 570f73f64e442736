package doctor

import (
	"path/filepath"
	"testing"

	"neverask/hooks/app/doctor"
	"neverask/settings/musttest"
)

// TestReadFaultyLine: the line of a finding is read up to its end, without indentation; never a line that is not there, or a
// part of a secret.
func TestReadFaultyLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.json")
	musttest.Write(t, file, "{\r\n  \"a\": [1,],\r\n  \"API_TOKEN\": \"sk-ant-REDACTED\" x\r\n}\r\n")
	for name, c := range map[string]struct {
		file      string
		line, col int
		want      faultyLine
	}{
		"a fault":            {file, 2, 11, faultyLine{`"a": [1,`, "],"}},
		"at the end":         {file, 2, 99, faultyLine{`"a": [1,],`, ""}},
		"after the last":     {file, 99, 1, faultyLine{}},
		"no line":            {file, 0, 1, faultyLine{}},
		"no column":          {file, 2, 0, faultyLine{}},
		"no file":            {file + "x", 2, 1, faultyLine{}},
		"inside of a secret": {file, 3, 25, faultyLine{}},
	} {
		f := doctor.Finding{File: c.file, Line: c.line, Col: c.col}
		if got := readFaultyLine(f); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
