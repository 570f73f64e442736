package preferences

import (
	"slices"

	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
)

// standingAnswersOf returns the valid standing answers of a preferences file.
func standingAnswersOf(content []byte) []standinganswer.Line {
	lines, _, _ := standinganswer.Parse(content) // an invalid file has none
	return lines
}

// standingAnswerText returns a line and its project as one string.
func standingAnswerText(l standinganswer.Line) string {
	return said(standinganswer.Fields().Only(l, strictjson.Matching, strictjson.Acting))
}

// compareStandingAnswers lists the standing answers that Claude was not told before.
func compareStandingAnswers(seen, now []standinganswer.Line) (found []Loosening) {
	for _, l := range now {
		text := standingAnswerText(l)
		known := slices.ContainsFunc(seen, func(o standinganswer.Line) bool {
			if o.Project == "" { // a line told everywhere was told there, too
				o.Project = l.Project
			}
			return standingAnswerText(o) == text
		})
		if !known {
			found = append(found, Loosening{
				ID: standinganswer.Member + "/" + l.ID, Kind: Appeared, Message: "Claude is now also told: " + text,
			})
		}
	}
	return found
}
