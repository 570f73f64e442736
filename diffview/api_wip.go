package diffview

// Changes compares two settings files by meaning; nil or empty is no file.
// ours says which handlers belong to neverask (called with unredacted values);
// nil: none.
func Changes(before, after []byte, ours func(event string, h Handler) bool) Summary { return Summary{} }

// Semantic draws a summary.
func Semantic(s Summary) []Row { return nil }
