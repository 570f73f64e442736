package activity

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

func TestFilter(t *testing.T) {
	shop, blog := at(0, "pre u=1 n=Bash"), at(10, "pre u=2 n=mcp__github__search")
	shop.Project, shop.ProjectName = eventlog.ProjectHash("/work/shop"), "shop"
	blog.Project, blog.ProjectName = eventlog.ProjectHash("/work/blog"), "blog"
	other := at(20, "pre u=3 n=Read")
	other.Session = "S with a name that is no file name"
	late := at(24*3600*1000, "post u=2 d=5")
	log := write(t, shop, blog, other, late)
	every, err := Calls(context.Background(), log, Filter{}, noon)
	musttest.Do(t, err)
	all := slices.Collect(every)
	if again := slices.Collect(every); !reflect.DeepEqual(again, all) {
		t.Errorf("the second time:\n%+v, want\n%+v", again, all)
	}
	for _, tt := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "[1 2 3]"},
		{Filter{Tool: "Bash"}, "[1]"},
		{Filter{Tool: "mcp__*"}, "[2]"},
		{Filter{Tool: "*"}, "[1 2 3]"},
		{Filter{Project: "shop"}, "[1]"},
		{Filter{Project: "/work/blog"}, "[2]"},
		{Filter{Project: "/work"}, "[]"},
		{Filter{Session: "5c5997d1"}, "[1 2]"},
		{Filter{Session: "S with"}, "[3]"},
		{Filter{Session: "x"}, "[]"},
		{Filter{Since: noon.Add(10 * time.Millisecond)}, "[2 3]"},
		{Filter{Since: noon.Add(24 * time.Hour)}, "[]"}, // it began the day before
	} {
		calls, err := Calls(context.Background(), log, tt.f, noon)
		musttest.Do(t, err)
		got := []string{}
		for c := range calls {
			got = append(got, c.ToolUse)
		}
		slices.Sort(got)
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%+v: %v, want %s", tt.f, got, tt.want)
		}
		for _, c := range all {
			if tt.f.Selects(c) != slices.Contains(got, c.ToolUse) {
				t.Errorf("%+v selects %s: %v", tt.f, c.ToolUse, tt.f.Selects(c))
			}
		}
		s, err := Read(context.Background(), log, tt.f, noon)
		if err != nil || s.Calls != len(got) {
			t.Errorf("%+v: %d calls in the summary, %v", tt.f, s.Calls, err)
		}
	}
}
