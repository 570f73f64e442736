package activity

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"neverask/hooks/record/eventlog"
)

// Reader summarises a growing record. Only one goroutine at a time may use it.
type Reader struct {
	log      eventlog.ActivityLog
	match    matcher
	sessions map[string]*thread
	total    *tally

	// Each, if set, is called by Update for each call that has ended, one at a time; a session's
	// calls come in the order of their ends. A call closed for another reason comes again if its
	// own end arrives later.
	Each func(Call)
}

// thread is a session and how much of its files was read.
type thread struct {
	session session
	files   []place // by day
}

type place struct {
	file eventlog.ActivityFile
	read int64
}

// Open returns a reader of the calls that a filter selects. It touches no file.
func Open(log eventlog.ActivityLog, f Filter) *Reader {
	return &Reader{log: log, match: f.matcher(), sessions: map[string]*thread{}, total: newTally()}
}

// Read summarises the calls in a record that a filter selects.
func Read(ctx context.Context, log eventlog.ActivityLog, f Filter, now time.Time) (Summary, error) {
	r := Open(log, f)
	if _, err := r.Update(ctx, nil); err != nil {
		return Summary{}, err
	}
	return r.Summary(now), nil
}

// Update reads what is new since the last update, files in parallel, and reports whether
// anything is. progress, which may be nil, receives byte counts, one call at a time.
// Unreadable files are skipped until they become readable. What was read before the context
// ended is kept.
func (r *Reader) Update(ctx context.Context, progress func(done, total int64)) (news bool, err error) {
	work, size, err := r.findFiles()
	if err != nil || len(work) == 0 {
		return false, err
	}
	var (
		wait  sync.WaitGroup
		todo  = make(chan *thread)
		team  = make([]*worker, min(runtime.GOMAXPROCS(0), len(work)))
		state = &reading{ctx: ctx, size: size, progress: progress, each: r.Each}
	)
	for i := range team {
		w := &worker{reading: state, match: r.match, tally: newTally()}
		team[i] = w
		wait.Go(func() {
			for t := range todo {
				w.thread(t)
			}
		})
	}
	for _, t := range work {
		todo <- t
	}
	close(todo)
	wait.Wait()
	for _, w := range team {
		r.total.merge(w.tally)
	}
	return state.done > 0, ctx.Err()
}

// Recorded reports whether there are any records, selected or not.
func (r *Reader) Recorded() bool {
	files, err := r.log.Files(time.Time{})
	return err == nil && len(files) > 0
}

// Summary summarises what was read so far. Later updates do not change it.
func (r *Reader) Summary(now time.Time) Summary {
	w := &worker{match: r.match, tally: newTally()}
	w.tally.merge(r.total)
	for _, t := range r.sessions {
		t.session.rest(now, w)
	}
	return w.tally.summary()
}

// Unfinished returns the calls read so far whose own end was not recorded: running calls, and
// calls closed for another reason. Each is not called for running ones.
func (r *Reader) Unfinished(now time.Time) (all []Call) {
	out := &yielder{match: r.match, yield: func(c Call) bool { all = append(all, c); return true }}
	for _, t := range r.sessions {
		t.session.rest(now, out)
	}
	return all
}

// ordered returns the sessions by their first day and name.
func (r *Reader) ordered() []*thread {
	all := slices.Collect(maps.Values(r.sessions))
	slices.SortFunc(all, func(a, b *thread) int { return strings.Compare(a.files[0].file.Path, b.files[0].file.Path) })
	return all
}
