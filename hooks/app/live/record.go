package live

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/dispatch"
	"neverask/settings/foreign"
)

// maxPayload is how much is recorded of what a hook is told.
const maxPayload = 4 << 20

// Record is what a recorder does: it keeps what it is told on its standard input. args
// are the directory and the name that it was started with.
func Record(args []string, stdin io.Reader) error {
	if len(args) != 2 || args[1] != filepath.Base(args[1]) {
		return fmt.Errorf("a recorder is started by Claude Code alone")
	}
	b, err := io.ReadAll(io.LimitReader(stdin, maxPayload))
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(args[0], args[1]+".*")
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		return err
	}
	return f.Close()
}

// happened is a call with the handlers that ran for it, by their places in the plan.
type happened struct {
	dispatch.Call
	fired []int
}

// records reads what was recorded, in the order of the calls that were made.
func (r *run) records() (all []happened, err error) {
	entries, err := os.ReadDir(record(r.place))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b, err := foreign.ReadFile(filepath.Join(record(r.place), e.Name()), maxPayload)
		if err != nil {
			return nil, err
		}
		payload, err := hooks.Parse(b)
		if err != nil {
			continue // it was killed while it wrote
		}
		c := dispatch.Call{Event: hooks.Event(payload.Get("hook_event_name").String())}
		c.Value = payload.Get(dispatch.Member(c.Event)).String()
		if dispatch.OfTool(c.Event) {
			c.Input = payload.Get("tool_input").Raw()
		}
		i := slices.IndexFunc(all, func(h happened) bool { return h.Call == c })
		if i < 0 {
			i, all = len(all), append(all, happened{Call: c})
		}
		name, _, _ := strings.Cut(e.Name(), ".")
		if n, err := strconv.Atoi(name); err == nil && n < len(r.Handlers) && !slices.Contains(all[i].fired, n) {
			all[i].fired = append(all[i].fired, n)
		}
	}
	order := hooks.Events()
	slices.SortStableFunc(all, func(a, b happened) int {
		if n := slices.Index(order, a.Event) - slices.Index(order, b.Event); n != 0 {
			return n
		}
		return strings.Compare(a.Value+"\x00"+a.Input, b.Value+"\x00"+b.Input)
	})
	return all, nil
}
