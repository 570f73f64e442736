package hooklist

import (
	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/tui/kit"
)

// filter selects the listed hooks.
type filter struct {
	state state       // only these, as their rows say; "" for all
	kind  config.Kind // only of this kind of source; "" for all
	event string      // only of this event; "" for all
	find  kit.Find
}

// searchText returns what a search finds an entry by.
func searchText(e *entry) kit.SearchText {
	matcher := "everything"
	if m := e.Group.Matcher; m != nil && *m != "" && *m != "*" {
		matcher = *m
	}
	return kit.NewSearchText(diffview.RedactCommand(e.Handler.Summary()), e.Group.Event,
		string(e.Source.Kind), e.Source.Name, matcher, e.Handler.If, e.Handler.Type, string(e.state)).Called(e.ID)
}

// on reports whether the filter may hide hooks.
func (f *filter) on() bool {
	return f.sifted() || f.find.Line.Text != ""
}

// sifted reports whether the filter has more than search words.
func (f *filter) sifted() bool { return f.state != "" || f.kind != "" || f.event != "" }

// sift returns the entries that match the filter, in the order of the list of
// events.
func sift(k *known, f *filter) []*entry {
	all := k.found.entries
	found := f.find.Needle().Among(len(all), func(i int) *kit.SearchText {
		e := &all[i]
		if has(k, e, f.state) && (f.kind == "" || e.Source.Kind == f.kind) && (f.event == "" || e.Group.Event == f.event) {
			return &e.text
		}
		return nil
	})
	shown := make([]*entry, len(found))
	for i, at := range found {
		shown[i] = &all[at]
	}
	return shown
}
