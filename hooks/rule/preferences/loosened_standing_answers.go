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
	known := func(text string) bool {
		return slices.ContainsFunc(seen, func(o standinganswer.Line) bool { return standingAnswerText(o) == text })
	}
	for _, l := range now {
		if text := standingAnswerText(l); !known(text) {
			found = append(found, Loosening{
				ID: standinganswer.Member + "/" + l.ID, Kind: Appeared, Message: "Claude is now also told: " + text,
			})
		}
	}
	return found
}
