package kit

import (
	"image/color"
	"math"
	"testing"

	"charm.land/lipgloss/v2"
)

// luminance returns the relative luminance of a colour (WCAG 2).
func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s > 0.03928 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return s / 12.92
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestThemesAreLegible: text is legible on the usual backgrounds and on the bar of a chosen row, the
// bar is visible, and high-contrast has high contrast.
func TestThemesAreLegible(t *testing.T) {
	backgrounds := map[bool][]string{true: {"#000000", "#0d1117", "#1e1e2e"}, false: {"#ffffff", "#eff1f5", "#fdf6e3"}}
	for _, theme := range Themes() {
		for dark, behind := range backgrounds {
			if theme.Name == "terminal" {
				continue
			}
			if st := theme.Styles(dark); st.Back != nil { // the theme is not for this background
				behind = []string{theme.ground.back}
				if got := contrast(st.Text, st.Back); got < 7 {
					t.Errorf("%s: text has %.1f", theme.Name, got)
				}
			} else if theme.Name == "dark" && !dark || theme.Name == "light" && dark {
				t.Errorf("%s paints nothing", theme.Name)
			}
			p, least := theme.palette(dark), 4.5
			if theme.Name == "high-contrast" {
				least = 7
			}
			bar := p.bar.GetBackground()
			for _, b := range behind {
				on := lipgloss.Color(b)
				for name, text := range map[string]lipgloss.Style{"grey": p.grey, "accent": p.accent, "green": p.green, "amber": p.amber, "red": p.red} {
					if got := contrast(text.GetForeground(), on); got < least {
						t.Errorf("%s, dark %v: %s on %s has %.1f", theme.Name, dark, name, b, got)
					}
					if got := contrast(text.GetForeground(), bar); got < least {
						t.Errorf("%s, dark %v: %s on the bar has %.1f", theme.Name, dark, name, got)
					}
				}
				if got := contrast(bar, on); got < 1.15 {
					t.Errorf("%s, dark %v: the bar on %s has %.2f", theme.Name, dark, b, got)
				}
				if got := contrast(p.rule.GetForeground(), on); got < 1.9 {
					t.Errorf("%s, dark %v: a line on %s has %.2f", theme.Name, dark, b, got)
				}
			}
		}
	}
}
