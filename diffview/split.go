package diffview

// Split compares like [Unified] and returns the two files side by side: the
// file before on the left, the file after on the right, changed lines that
// stand for each other in one pair. The heads read "@@ -1,7 @@" and "@@ +1,9 @@".
func Split(before, after []byte, context int) []Pair {
	if long, ok := tooLong(before, after); ok {
		return []Pair{{long, long}}
	}
	a, b := open(before, after)
	var pairs []Pair
	for _, h := range hunks(a, b, context) {
		pairs = append(pairs, Pair{
			head("@@ -" + lineRange(h.a0, h.a1) + " @@"),
			head("@@ +" + lineRange(h.b0, h.b1) + " @@"),
		})
		i, j := h.a0, h.b0
		for _, c := range h.changes {
			pairs = appendSame(pairs, a, i, c.a0, j)
			pairs = appendBlock(pairs, a, b, c)
			i, j = c.a1, c.b1
		}
		pairs = appendSame(pairs, a, i, h.a1, j)
	}
	return pairs
}

func appendSame(pairs []Pair, a *file, from, to, j int) []Pair {
	for i := from; i < to; i++ {
		r := contextRow(a, i, j+i-from)
		left, right := r, r
		left.New, right.Old = 0, 0
		pairs = append(pairs, Pair{left, right})
		if a.unfinished(i) {
			note := Row{Kind: Note, Spans: []Span{{Text: noNewline}}}
			pairs = append(pairs, Pair{note, note})
		}
	}
	return pairs
}

// appendBlock puts lines that stand for each other in one pair, and the lines
// between two such pairs beside each other as they come.
func appendBlock(pairs []Pair, a, b *file, c block) []Pair {
	olds, news := renderBlock(a, b, c)
	i, j := 0, 0
	upTo := func(i1, j1 int) {
		for i < i1 || j < j1 {
			var p Pair
			if i < i1 {
				p.Left = olds[i]
				i++
			}
			if j < j1 {
				p.Right = news[j]
				j++
			}
			pairs = append(pairs, p)
		}
	}
	for _, m := range matchLines(a, b, c) {
		upTo(m.i-c.a0, m.j-c.b0)
		pairs = append(pairs, Pair{olds[i], news[j]})
		i, j = i+1, j+1
	}
	upTo(len(olds), len(news))

	var end Pair
	if len(olds) > 0 && a.unfinished(c.a1-1) {
		end.Left = Row{Kind: Note, Spans: []Span{{Text: noNewline}}}
	}
	if len(news) > 0 && b.unfinished(c.b1-1) {
		end.Right = Row{Kind: Note, Spans: []Span{{Text: noNewline}}}
	}
	if end.Left.Kind != Blank || end.Right.Kind != Blank {
		pairs = append(pairs, end)
	}
	return pairs
}
