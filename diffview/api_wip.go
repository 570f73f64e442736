package diffview

// Changes compares two settings files by meaning; nil or empty is no file.
// ours says which handlers belong to neverask (called with unredacted values);
// nil: none.
func Changes(before, after []byte, ours func(event string, h Handler) bool) Summary { return Summary{} }

// Semantic draws a summary.
func Semantic(s Summary) []Row { return nil }

// Unified compares lines; context is the number of unchanged lines shown
// around a change, negative for all.
func Unified(before, after []byte, context int) []Row { return nil }

// Split is Unified side by side.
func Split(before, after []byte, context int) []Pair { return nil }

// Fit cuts a row to a display width, with "…" where something is missing.
func Fit(r Row, width int) Row { return r }

// Wrap breaks a row into rows of at most width columns.
func Wrap(r Row, width int) []Row { return []Row{r} }
