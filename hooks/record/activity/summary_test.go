package activity

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"neverask/hooks/record/activity/activitytest"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

func TestSummary(t *testing.T) {
	var all []eventlog.Activity
	for i := range 100 {
		all = append(all, at(i*10, fmt.Sprintf("pre u=b%d n=Bash", i)), at(i*10+i+2, fmt.Sprintf("post u=b%d d=%d c=ok", i, i+1)))
	}
	all = append(all,
		at(2000, "prompt"), at(2000, "pre u=f1 n=Bash"), at(2500, "fail u=f1 c=exit x=2 d=500"),
		at(3600*1000, "pre u=f2 n=Read"), at(3600*1000+5, "fail u=f2 c=not_found d=4"),
		at(3600*1000+6, "pre u=d1 n=Bash"), at(3600*1000+7, "ask n=Bash"), at(3600*1000+106, "batch call=d1/denied/person"),
		at(3600*1000+200, "SubagentStart a=A at=Explore"), at(3600*1000+210, "pre u=r1 n=Read a=A"), at(3600*1000+290, "fail u=r1 c=os_permission d=70 a=A"),
		at(3600*1000+300, "SubagentStop a=A at=Explore"), at(3600*1000+300, "SubagentStart a=B at=Explore"),
		at(3600*1000+400, "pre u=run n=Bash"),
	)
	s, err := Read(context.Background(), write(t, all...), Filter{}, noon.Add(2*time.Hour))
	musttest.Do(t, err)
	if s.Calls != 105 || s.Running != 1 || s.Failed != 3 || s.Prompts != 1 || s.Sessions != 1 || !s.First.Equal(noon) || s.Last.Sub(noon) != time.Hour+400*time.Millisecond {
		t.Errorf("%+v", s)
	}
	bash := s.Tools[0]
	if bash.Name != "Bash" || bash.Calls != 103 || bash.Running != 1 || bash.Failed != 1 || bash.Asked != 1 || bash.Classes["ok"] != 100 || bash.Classes["denied"] != 1 {
		t.Errorf("%+v", bash)
	}
	for _, q := range []struct {
		got  time.Duration
		want time.Duration
	}{
		{bash.Quantile(0.5), 51 * time.Millisecond}, {bash.Quantile(0.95), 96 * time.Millisecond}, {bash.Max, 500 * time.Millisecond}, {bash.Quantile(1), 500 * time.Millisecond},
		{bash.Wait(1), 100 * time.Millisecond}, {bash.Wait(0.5), time.Millisecond},
	} {
		if off := max(q.got-q.want, q.want-q.got); off > q.want/50+time.Millisecond {
			t.Errorf("%v, want %v", q.got, q.want)
		}
	}
	if share := bash.FailureShare(); share < 1.0/103 || share > 1.0/101 {
		t.Errorf("%v failed", share)
	}
}

// Names from outside do not fill the memory.
func TestNamesAreBounded(t *testing.T) {
	a := newTally()
	for i := range 3 * keptNames {
		a.call(&Call{Tool: fmt.Sprintf("mcp__x__t%d", i), Class: eventlog.ClassOK})
	}
	b := newTally()
	b.merge(a)
	s := b.summary()
	if s.Tools[0].Name != others || len(s.Tools) > keptNames+1 || s.Calls != 3*keptNames {
		t.Errorf("%d calls, %d tools, %+v", s.Calls, len(s.Tools), s.Tools[0])
	}
}

func TestUpdateCanBeEnded(t *testing.T) {
	log := eventlog.OpenActivity(t.TempDir())
	musttest.Do(t, (activitytest.Record{Lines: 20000, Sessions: 12, Days: 3, End: end}).Write(log.Dir))
	want, err := Read(context.Background(), log, Filter{}, end)
	musttest.Do(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	r := Open(log, Filter{})
	var last, size int64
	_, err = r.Update(ctx, func(done, total int64) { last, size = done, total; cancel() })
	if !errors.Is(err, context.Canceled) || last == 0 || last >= size {
		t.Fatalf("%d of %d bytes, %v", last, size, err)
	}
	if _, err := r.Update(context.Background(), func(done, total int64) { last, size = done, total }); err != nil || last != size {
		t.Fatalf("%d of %d bytes, %v", last, size, err)
	}
	got := r.Summary(end)
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("%+v\nat once:\n%+v", got, want)
	}
}

// Ten times the lines in the same sessions take no more room.
func TestRoomIsBoundedBySessions(t *testing.T) {
	if testing.Short() {
		t.Skip("makes large records")
	}
	room := func(lines int) int64 {
		log := eventlog.OpenActivity(t.TempDir())
		musttest.Do(t, (activitytest.Record{Lines: lines, Sessions: 50, Days: 5, End: end}).Write(log.Dir))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r := Open(log, Filter{})
		if _, err := r.Update(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(r)
		return int64(after.HeapAlloc) - int64(before.HeapAlloc)
	}
	few, many := room(20000), room(200000)
	t.Logf("%d bytes for 20,000 lines, %d for 200,000", few, many)
	if many > few+few/2+256<<10 {
		t.Errorf("%d bytes for 20,000 lines, %d for 200,000", few, many)
	}
}
