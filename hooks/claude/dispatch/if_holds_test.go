package dispatch

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

const ifFile = "testdata/if.tsv"

// An ifTable is a part of [ifFile]: rules, and for command lines a "+" for each of them
// with which a hook runs.
type ifTable struct {
	about string
	rules []string
	lines []*ifLine
}

type ifLine struct{ command, runs string }

func ifTables(t *testing.T) (tables []*ifTable) {
	t.Helper()
	b := musttest.Read(t, ifFile)
	about := ""
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#"):
			about += line + "\n"
		case strings.HasPrefix(line, "["):
			table := &ifTable{about: about}
			musttest.Do(t, json.Unmarshal([]byte(line), &table.rules))
			tables, about = append(tables, table), ""
		default:
			runs, quoted, _ := strings.Cut(line, "\t")
			command, err := strconv.Unquote(quoted)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			last := tables[len(tables)-1]
			last.lines = append(last.lines, &ifLine{command, runs})
		}
	}
	return tables
}

func ifText(tables []*ifTable) string {
	var b strings.Builder
	for _, table := range tables {
		rules, _ := json.Marshal(table.rules)
		b.WriteString(table.about + string(rules) + "\n")
		for _, l := range table.lines {
			b.WriteString(l.runs + "\t" + strconv.Quote(l.command) + "\n")
		}
	}
	return b.String()
}

// TestIf: what is predicted is what the client does.
func TestIf(t *testing.T) {
	wrong, all := 0, 0
	for _, table := range ifTables(t) {
		for _, line := range table.lines {
			input, _ := json.Marshal(map[string]string{"command": line.command})
			got := ""
			for _, rule := range table.rules {
				runs, _ := ifHolds(config.Handler{If: rule}, Call{Event: hooks.EventPreToolUse, Value: "Bash", Input: string(input)})
				got += map[bool]string{true: "+", false: "-"}[runs]
			}
			if all++; got != line.runs {
				wrong++
				t.Errorf("\n%s %q\n%s predicted", line.runs, line.command, got)
			}
		}
	}
	t.Logf("%d of %d lines wrong", wrong, all)
}

// TestDoublingVariables: a command line that makes two variables longer and longer costs little, and every rule may
// match it.
func TestDoublingVariables(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"assigned": "a=xxxxxxxxxxxxxxxx\n" + strings.Repeat("b=\"$a$a$a$a\"\na=\"$b$b$b$b\"\n", 100) + "echo $a",
		"unquoted": "a=xxxxxxxxxxxxxxxx\n" + strings.Repeat("b=$a$a$a$a\na=$b$b$b$b\n", 100) + "echo $a",
		"appended": "a=xxxxxxxxxxxxxxxx\n" + strings.Repeat("b=$a\na+=$b\n", 200) + "echo $a",
	} {
		l := readCommandLine(line)
		if length := len(strings.Join(l.commands, "")); !l.beyond || length > 2*maxExpanded {
			t.Errorf("%s: %d bytes of commands, beyond %t", name, length, l.beyond)
		}
	}
}
