package question

import "testing"

func TestCutMark(t *testing.T) {
	for _, tt := range []struct {
		label, rest string
		marked      bool
	}{
		{"Yes (Recommended)", "Yes", true},
		{"Yes (RECOMMENDED) ", "Yes", true},
		{"Yes [recommended]", "Yes", true},
		{"Yes (recommended, faster)", "Yes", true},
		{"(Recommended) Yes", "Yes", true},
		{"[Recommended, safe] Yes", "Yes", true},
		{"A) Use (x) (Recommended)", "A) Use (x)", true},
		{"Yes", "Yes", false},
		{"Yes (not recommended)", "Yes (not recommended)", false},
		{"Yes (recommended for experts)", "Yes (recommended for experts)", false},
		{"The (recommended) way", "The (recommended) way", false},
		{"Recommended", "Recommended", false},
		{"Yes (Recommended", "Yes (Recommended", false},
		{"Yes Recommended)", "Yes Recommended)", false},
		{")", ")", false},
		{"(", "(", false},
	} {
		if rest, marked := cutMark(tt.label); rest != tt.rest || marked != tt.marked {
			t.Errorf("%q: got %q, %v", tt.label, rest, marked)
		}
	}
}

func TestRecommended(t *testing.T) {
	for _, tt := range []struct {
		text   string
		labels []string
		want   int
	}{
		{"Go?", []string{"Yes (Recommended)", "No"}, 0},
		{"Go?", []string{"Yes", "(recommended) No"}, 1},
		{"Go?", []string{"Yes (Recommended)", "No (Recommended)"}, -1},
		{"Go?", []string{"Yes", "No"}, -1},
		{"Go?\nRecommendation: No", []string{"Yes", "No"}, 1},
		{"Go?\nRECOMMENDATION: Choose B because it is safe.", []string{"A) Yes", "B) No"}, 1},
		{"Go? Recommendation: **Option 2** - it is safe", []string{"1. Yes", "2. No"}, 1},
		{"Go? Recommendation: [A].", []string{"A) Yes", "B) No"}, 0},
		{"Go? Recommendation: A) Yes", []string{"A) Yes", "B) No"}, 0},
		{"Go? Recommendation: Yes, and push", []string{"Yes", "Yes, and push"}, 1},
		{"Go? Recommendation: a fast rollout", []string{"A) Yes", "B) No"}, -1},
		{"Go? Recommendation: A, B", []string{"A) Yes", "B) No"}, -1},
		{"Go? Recommendation: Maybe", []string{"Yes", "No"}, -1},
		{"Recommendation: Yes\nRecommendation: No", []string{"Yes", "No"}, -1},
		{"Recommendation: Yes\nrecommendation: yes", []string{"Yes", "No"}, 0},
		{"Recommendation: No", []string{"Yes (Recommended)", "No"}, -1},
		{"Recommendation: Yes", []string{"Yes (Recommended)", "No"}, 0},
		{"Recommendation:", []string{"Yes", ""}, -1},
		{"Recommendation: No because", nil, -1},
		{"Recommendation: , because", []string{"Yes"}, -1},
		{"Recommendation: z", []string{"a) Yes", "z) No"}, 1},
		{"Recommendation: {", []string{"{) Yes", "No"}, -1},
	} {
		q := Question{Text: tt.text}
		for _, l := range tt.labels {
			q.Options = append(q.Options, Option{Label: l})
		}
		if got := q.Recommended(); got != tt.want {
			t.Errorf("%q %q: got %d, want %d", tt.text, tt.labels, got, tt.want)
		}
	}
}
