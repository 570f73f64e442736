package report

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/histogram"
)

// Waited is how long Claude waited for the user.
type Waited struct {
	Times    int           `json:"times"`
	Total    time.Duration `json:"-"`
	Median   time.Duration `json:"-"`
	TotalMS  int64         `json:"waited_ms"`
	MedianMS int64         `json:"median_ms"`
}

// planTool is the tool, besides question tools, that waits for the user.
const planTool = "ExitPlanMode"

var editTools = []string{"Edit", "MultiEdit", "NotebookEdit", "Write"}

// unattended is how long an edit takes at least if it waited for the user.
const unattended = 3 * time.Second

// addWaits adds up what Claude waited for other than questions.
func (r *Report) addWaits(ctx context.Context, root string) error {
	var plans, edits []time.Duration
	err := transcript.ToolTimes(ctx, root, r.Since, append([]string{planTool}, editTools...), func(w transcript.ToolTime) {
		switch {
		case w.Tool == planTool:
			plans = append(plans, w.Took)
		case w.Took > unattended:
			edits = append(edits, w.Took)
		}
	})
	r.Plans, r.Permissions = waited(plans), waited(edits)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no transcripts yet
	}
	return err
}

func waited(all []time.Duration) (w Waited) {
	slices.Sort(all)
	for _, d := range all {
		w.Total += d
	}
	w.Times, w.Median = len(all), histogram.Median(all)
	w.TotalMS, w.MedianMS = activity.Milliseconds(w.Total), activity.Milliseconds(w.Median)
	return w
}
