// Package suggest finds the questions that a person always answers alike, and
// the rules that would answer them.
//
//	found := suggest.Find(questions, rules, memory.Decisions(now))
//	for _, s := range found {
//		fmt.Println(s.Latest.Text, s.Evidence(now))
//	}
//	book.Add(ctx, found[0].Rule, "suggest")
//	err := memory.Record(found[0].ID, suggest.Accepted, now)
//
// A rule is suggested when a question was put to the person at least 3 times and
// they answered it alike at least 9 times in 10, or always took what the question
// recommended. Only what the person did counts: not the answers of hooks, nor
// questions that nobody answered; to decline is to answer otherwise. A question
// that is one-way, or that a rule covers already, is left out. Each suggestion is
// replayed over the past with the decision that the hook makes, and says how many
// questions its rule would have answered, how many were first-time questions, and which
// ones the person answered differently.
//
// The package changes no preferences. What the person decided about a suggestion
// is kept in one file of its own.
package suggest
