package shell

import (
	_ "embed"
	"strings"
)

// programs holds what is known about programs.
//
//go:embed programs.txt
var programs string

// programNames are the sorted names of the programs that [ProgramArgs] knows, one per line. They are searched first, because
// few words of a question are programs.
//
//go:generate go test -run ^TestNames$ -update
//go:embed names.txt
var programNames string

// ProgramArgs returns the arguments that programs.txt lists for a program, if neverask recognises the program without marks
// around its command. Programs that appear only in the table of harmless commands may also be ordinary words.
func ProgramArgs(program string) (words []string, known bool) {
	if !isName(program) {
		return nil, false
	}
	for line := range strings.Lines(programs) {
		if told, ok := entryOf(line, program); ok {
			words = append(words, strings.Fields(told)...)
		}
	}
	if words == nil {
		words = []string{"^", "*"}
	}
	return words, true
}

// isName reports whether a word is the name of a program.
func isName(word string) bool {
	from, to := 0, len(programNames)
	for from < to {
		start := from + strings.LastIndexByte(programNames[from:(from+to)/2], '\n') + 1
		line, _, _ := strings.Cut(programNames[start:to], "\n")
		switch strings.Compare(line, word) {
		case 0:
			return true
		case -1:
			from = start + len(line) + 1
		default:
			to = start
		}
	}
	return false
}
