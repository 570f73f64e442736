//go:build unix

package termtest

import (
	"fmt"
	"strings"
)

// Frame is a picture of a screen, and how many seconds to show it.
type Frame struct {
	SVG     string
	Seconds float64
}

// Movie returns an SVG that shows pictures of one size one after the other, in a loop.
func Movie(frames []Frame) string {
	total := 0.0
	for _, f := range frames {
		total += f.Seconds
	}
	head, _, _ := strings.Cut(frames[0].SVG, "\n")
	var out strings.Builder
	out.WriteString(head + "\n")
	at, without := 0.0, "visible" // without animation, the first picture is visible
	for i, f := range frames {
		_, picture, _ := strings.Cut(strings.TrimSuffix(f.SVG, "</svg>\n"), "\n")
		from, to := 100*at/total, 100*(at+f.Seconds)/total
		at += f.Seconds
		fmt.Fprintf(&out,
			"<style>@keyframes f%d{0%%{visibility:hidden}%.3f%%{visibility:visible}%.3f%%{visibility:hidden}100%%{visibility:hidden}}"+
				"#f%d{visibility:%s;animation:f%d %.1fs steps(1,end) infinite}</style>\n<g id=\"f%d\">\n%s</g>\n",
			i, from, to, i, without, i, total, i, picture)
		without = "hidden"
	}
	out.WriteString("</svg>\n")
	return out.String()
}
