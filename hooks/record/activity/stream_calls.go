package activity

import (
	"context"
	"iter"
	"time"

	"neverask/hooks/record/eventlog"
)

// Calls yields the calls that a filter selects, one session after the other, each session's in
// the order of their ends with running calls last. The sessions are in the order of their
// first day. What was yielded is not kept; each use of the sequence reads the record again.
// Once the context is cancelled, no further file is read.
func Calls(ctx context.Context, log eventlog.ActivityLog, f Filter, now time.Time) (iter.Seq[Call], error) {
	if _, _, err := Open(log, f).findFiles(); err != nil {
		return nil, err
	}
	return func(yield func(Call) bool) {
		r := Open(log, f)
		if _, _, err := r.findFiles(); err != nil {
			return // the record has become unreadable since
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		w := &worker{reading: &reading{ctx: ctx}}
		out := &yielder{match: r.match, yield: yield, stop: cancel}
		for _, t := range r.ordered() {
			t.session.out = out
			for i := range t.files {
				w.file(&t.files[i], t.session.take)
			}
			if ctx.Err() == nil {
				t.session.rest(now, out)
			}
			if ctx.Err() != nil {
				return
			}
			*t = thread{}
		}
	}, nil
}

// yielder passes on the selected calls until the caller stops.
type yielder struct {
	match matcher
	yield func(Call) bool
	stop  func()
	over  bool
}

func (y *yielder) ended(c *Call) {
	if y.over || !y.match.call(c) {
		return
	}
	if !y.yield(*c) {
		y.over = true
		y.stop()
	}
}

func (y *yielder) inferred(*Call)              {}
func (y *yielder) prompted(*eventlog.Activity) {}
