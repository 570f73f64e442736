// Package suggest finds the questions that a person always answers the same way, and the
// rules that would answer them.
//
//	found := suggest.Find(questions, rules, memory.Decisions(now))
//	for _, s := range found {
//		fmt.Println(s.Latest.Text, s.Evidence("last 2d ago"))
//	}
//	book.Add(ctx, found[0].Rule, "rules suggest")
//	err := memory.Record(found[0].ID, suggest.Accepted, now)
//
// A rule is suggested when the person was asked a question at least 3 times and gave the same answer at least 9 times
// in 10, or always took the recommended option. Only the person's own answers count, not those of hooks; declining is
// a different answer. One-way questions and those that a rule already covers are left out. Each suggestion's rule is
// replayed over past questions with the hook's own decision. The suggestion says how many questions the rule would
// have answered, how many were new, and which ones the person answered differently.
//
// The package changes no preferences. It keeps the person's decisions about suggestions in a
// file of its own.
package suggest
