package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"neverask/hooks/question"
	hook "neverask/hooks/runtime"
)

// seenInCall is what a rule is about in a call that the person has at hand, with the
// answers that the rule gives. It fails where there is none.
func (a *app) seenInCall(ctx context.Context, r question.Rule, file string) ([]question.Seen, error) {
	input, err := a.read(ctx, []string{file})
	if err != nil {
		return nil, err
	}
	call, err := hook.ReadCall(input)
	if err != nil {
		return nil, &exit{exitFailed, fmt.Errorf("--call: %w", err), "neverask explain --help says what a call looks like"}
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	var seen []question.Seen
	var why error
	matches := r.Match.Matcher()
	for _, q := range call.Questions {
		s, err := r.Answering(call, q)
		switch {
		case !matches(call, q, question.Identify(q)):
			why = cmp.Or(why, err)
			continue
		case err != nil:
			return nil, &exit{exitFailed, fmt.Errorf("--call: %q is not answered by the rule: %w", shown(q.Text), err), "nothing was added"}
		}
		s.At, s.By = time.Now(), question.SeenInCall
		seen = append(seen, s)
	}
	if len(seen) == 0 {
		return nil, &exit{exitFailed, errors.New("--call: the rule is about no question of the call: " + why.Error()), "nothing was added"}
	}
	return seen, nil
}
