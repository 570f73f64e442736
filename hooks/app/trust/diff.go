package trust

import (
	"strings"

	"neverask/diffview"
)

// visibleDiff is diffview.Unified with all lines, and with nothing redacted.
func visibleDiff(before, after []byte) []diffview.Row {
	rows := diffview.Unified(before, after, -1)
	olds, news := lines(before), lines(after)
	for i, r := range rows {
		var text string
		switch {
		case r.New > 0:
			text = news[r.New-1]
		case r.Old > 0:
			text = olds[r.Old-1]
		default:
			continue
		}
		if text = diffview.Visible(text); text != r.String() {
			rows[i].Spans = []diffview.Span{{Text: text}}
		}
	}
	return rows
}

func lines(content []byte) []string {
	return strings.Split(string(content), "\n")
}
