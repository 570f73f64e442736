package past

import (
	"context"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/others/conflict"
	"neverask/hooks/record/eventlog"
	"neverask/settings/saferead"
)

// Past reads past questions and answers.
type Past struct {
	in      *installer.Installer
	archive *transcript.Archive

	progress atomic.Pointer[func(transcript.Progress)]

	reading sync.Mutex     // takes long
	log     saferead.Stamp // when it was last read
	read    bool           // at least once
	behind  bool           // the archive has more than Asked has told
	hooks   []conflict.Observation
	timing  conflict.Timing
}

// Open reads nothing yet.
func Open(in *installer.Installer) *Past {
	return &Past{in: in, archive: transcript.Open(filepath.Join(in.Locations.Config(), "projects"), in.Paths.State)}
}

// Asked returns all questions that were asked, the oldest first, and whether anything is new
// since the last call; nil when nothing is. progress may be nil.
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

// QuestionLog is the path of the log that grows while Claude works.
func (p *Past) QuestionLog() string { return p.in.Paths.Questions() }

// Stats says how much of the transcripts was read, and what was not understood.
func (p *Past) Stats() transcript.Stats { return p.archive.Stats() }

// Hooks returns what transcripts tell about the hooks at questions.
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

// HookStats sums up what transcripts tell of each hook; nothing where they cannot be read.
func (p *Past) HookStats(ctx context.Context) []transcript.HookStat {
	p.reading.Lock()
	defer p.reading.Unlock()
	if _, err := p.catchUp(ctx); err != nil {
		return nil
	}
	return p.archive.HookStats()
}

// Everything is all that was asked, and the sums of each hook; nothing where the transcripts
// cannot be read.
func (p *Past) Everything(ctx context.Context) ([]transcript.Question, []transcript.HookStat) {
	p.reading.Lock()
	defer p.reading.Unlock()
	if _, err := p.catchUp(ctx); err != nil {
		return nil, nil
	}
	return p.all(), p.archive.HookStats()
}

// Days is how far screens and commands look back when they count questions and nobody says how
// far, so that they come to the same.
const Days = 28

// Since is the beginning of that time.
func Since(now time.Time) time.Time { return now.Add(-Days * 24 * time.Hour) }

// update reads what is new in the transcripts. What could not be remembered for the next time is
// only read again then.
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

// catchUp updates, and remembers that Asked has something new to tell.
func (p *Past) catchUp(ctx context.Context) (news bool, err error) {
	news, err = p.update(ctx)
	p.behind = p.behind || news
	return news, err
}

// all are the questions of the transcripts as they were last read, and of the log.
func (p *Past) all() []transcript.Question {
	return transcript.Merge(p.archive.Questions(), eventlog.OpenLog(p.QuestionLog()).Questions(time.Time{}))
}
