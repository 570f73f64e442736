package pastquestions

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/hooks/record/eventlog"
	"neverask/settings/saferead"
)

// Past reads past questions and answers.
type Past struct {
	in      *planner.Planner
	archive *transcript.Archive

	progress atomic.Pointer[func(transcript.Progress)]

	reading sync.Mutex     // held while reading, which takes long
	log     saferead.Stamp // when it was last read
	read    bool           // at least once
	behind  bool           // the archive has more than Asked has returned
	hooks   []conflict.Observation
	timing  conflict.Timing
}

// Open returns the questions and answers of in's user. It reads nothing yet.
func Open(in *planner.Planner) *Past {
	return &Past{in: in, archive: transcript.Open(filepath.Join(in.Locations.Config(), "projects"), in.Paths.State)}
}

// Asked returns all questions, the oldest first, and whether anything is new since the last
// call; nil if nothing is. progress may be nil.
func (p *Past) Asked(ctx context.Context, progress func(transcript.Progress)) ([]transcript.Question, bool, error) {
	p.progress.Store(&progress) // of whoever is reading
	p.reading.Lock()
	defer p.reading.Unlock()
	news, err := p.update(ctx)
	if err != nil {
		return nil, false, err
	}
	log := saferead.StampOf(p.QuestionLog())
	if p.read && !news && !p.behind && log == p.log {
		return nil, false, nil
	}
	p.log, p.read, p.behind = log, true, false
	return p.all(), true, nil
}

// QuestionLog returns the path of the log that grows while Claude works.
func (p *Past) QuestionLog() string { return p.in.Paths.Questions() }

// Stats says how much of the transcripts was read, and how much was not understood.
func (p *Past) Stats() transcript.Stats { return p.archive.Stats() }

// Hooks returns the records of hooks at questions in transcripts.
func (p *Past) Hooks(ctx context.Context) ([]conflict.Observation, conflict.Timing, error) {
	p.reading.Lock()
	defer p.reading.Unlock()
	news, err := p.catchUp(ctx)
	if err != nil {
		return nil, conflict.Timing{}, err
	}
	if news || p.hooks == nil {
		records := p.archive.Hooks()
		p.hooks, p.timing = conflict.Past(records, p.archive.Questions()), conflict.Measured(records)
	}
	return p.hooks, p.timing, nil
}

// HookStats summarises the records of each hook in transcripts; nil if they cannot be read.
func (p *Past) HookStats(ctx context.Context) []transcript.HookStat {
	p.reading.Lock()
	defer p.reading.Unlock()
	if _, err := p.catchUp(ctx); err != nil {
		return nil
	}
	return p.archive.HookStats()
}

// Everything returns all questions, and the summary of each hook; nil if the transcripts
// cannot be read.
func (p *Past) Everything(ctx context.Context) ([]transcript.Question, []transcript.HookStat) {
	p.reading.Lock()
	defer p.reading.Unlock()
	if _, err := p.catchUp(ctx); err != nil {
		return nil, nil
	}
	return p.all(), p.archive.HookStats()
}

// Days is how far screens and commands look back by default when they count questions, so that
// they agree.
const Days = 28

// Since returns the beginning of that period.
func Since(now time.Time) time.Time { return now.Add(-Days * 24 * time.Hour) }

// update reads what is new in the transcripts. If the index cannot be saved, the next process
// reads that again.
func (p *Past) update(ctx context.Context) (news bool, err error) {
	news, err = p.archive.Update(ctx, func(done transcript.Progress) {
		if tell := p.progress.Load(); tell != nil && *tell != nil {
			(*tell)(done)
		}
	})
	if news && err == nil {
		_ = p.archive.Save()
	}
	return news, err
}

// catchUp updates, and notes if Asked has something new to return.
func (p *Past) catchUp(ctx context.Context) (news bool, err error) {
	news, err = p.update(ctx)
	p.behind = p.behind || news
	return news, err
}

// all returns the questions in the transcripts as last read, and in the log.
func (p *Past) all() []transcript.Question {
	return transcript.Merge(p.archive.Questions(), eventlog.OpenLog(p.QuestionLog()).Questions(time.Time{}))
}
