package kit

import "charm.land/lipgloss/v2"

// A Theme is a set of colours.
type Theme struct {
	Name  string // as in screens.json
	About string
	// palette returns the palette for a dark or a light background.
	palette func(dark bool) palette
	ground  ground
}

// A ground is the background that a dark theme paints on light terminals to be readable there, and
// a light theme on dark ones; it is zero for a theme that fits both.
type ground struct {
	back, text string
	dark       bool
}

// A palette has the colours of a theme.
type palette struct{ grey, rule, bar, accent, green, amber, red lipgloss.Style }

// Themes returns all themes. The first is the default.
func Themes() []Theme {
	always := func(p palette) func(bool) palette { return func(bool) palette { return p } }
	night := colored("#9ba4ae", "#5a626c", "#30363d", "#58a6ff", "#3fb950", "#d29922", "#ff7b72")
	day := colored("#505a64", "#a4adb6", "#d9e1e9", "#0550ae", "#116329", "#7f4000", "#a8121a")
	strong := colored("#e0e0e0", "#b0b0b0", "#00386c", "#00ffff", "#00ff5f", "#ffff00", "#ffbcbc")
	strongDay := colored("#303030", "#606060", "#cae1ff", "#00309e", "#004d00", "#633600", "#900000")
	mocha := colored("#a6adc8", "#585b70", "#313244", "#89b4fa", "#a6e3a1", "#f9e2af", "#f38ba8")
	latte := colored("#53566c", "#a0a4b4", "#dce0e8", "#1450c8", "#24650f", "#7d4900", "#b50d34")
	byBackground := func(light, dark palette) func(bool) palette {
		return func(isDark bool) palette {
			if isDark {
				return dark
			}
			return light
		}
	}
	gruvbox := byBackground(
		colored("#665c54", "#a89984", "#ebdbb2", "#076678", "#67620c", "#82550e", "#9d0006"),
		colored("#afa28e", "#665c54", "#3c3836", "#8aaa9e", "#b8bb26", "#fabd2f", "#fc7d6e"))
	nord := byBackground(
		colored("#4c566a", "#9aa5b8", "#d8dee9", "#2e5f8a", "#4a6933", "#855711", "#a3303b"),
		colored("#aab3c3", "#616e88", "#3b4252", "#88c0d0", "#a3be8c", "#ebcb8b", "#d9a1a6"))
	pine := byBackground(
		colored("#605c76", "#9893a5", "#dfdad9", "#27667f", "#35694e", "#86530e", "#93475c"),
		colored("#9a96b2", "#6e6a86", "#312e46", "#9ccfd8", "#95b1ac", "#f6c177", "#ec7395"))
	solarized := byBackground(
		colored("#4f6369", "#93a1a1", "#e3dcc6", "#1b6498", "#596600", "#785b00", "#bb221f"),
		colored("#9facac", "#586e75", "#134350", "#66b0e3", "#9db500", "#d6a200", "#ec8f8d"))
	tokyo := byBackground(
		colored("#565a6e", "#9699a3", "#d0d3e0", "#2d58a8", "#33635c", "#7d5212", "#9a3852"),
		colored("#a9b1d6", "#565f89", "#2f3549", "#7aa2f7", "#9ece6a", "#e0af68", "#f7768e"))
	return []Theme{
		{Name: "terminal", About: "the colours of your terminal", palette: ofTerminal},
		{"dark", "on a dark background", always(night), ground{"#0d1117", "#e6edf3", true}},
		{"light", "on a light background", always(day), ground{"#ffffff", "#1f2328", false}},
		{Name: "high-contrast", About: "strongest colours", palette: byBackground(strongDay, strong)},
		{
			Name: "catppuccin", About: "soft colours: mocha, or latte on a light background",
			palette: byBackground(latte, mocha),
		},
		{Name: "gruvbox", About: "warm, retro colours", palette: gruvbox},
		{Name: "nord", About: "cool, quiet colours", palette: nord},
		{Name: "rose-pine", About: "soft colours: rosé pine, or dawn on a light background", palette: pine},
		{Name: "solarized", About: "few, even colours", palette: solarized},
		{Name: "tokyo-night", About: "neon on blue, or day on a light background", palette: tokyo},
	}
}

func colored(grey, rule, bar, accent, green, amber, red string) palette {
	in := func(color string) lipgloss.Style { return Plain.Foreground(lipgloss.Color(color)) }
	return palette{in(grey), in(rule), Plain.Background(lipgloss.Color(bar)), in(accent), in(green), in(amber), in(red)}
}

// ofTerminal uses the sixteen colours that the person's terminal defines. Its greys are dimmed text,
// because the grey of the sixteen is illegible on many terminals. The bar is one of the greys that
// all terminals with 256 colours share, so that what stands on it keeps its colours.
func ofTerminal(dark bool) palette {
	pick := lipgloss.LightDark(dark)
	in := Plain.Foreground
	accent, dim := in(pick(lipgloss.Blue, lipgloss.Cyan)), Plain.Faint(true)
	return palette{
		grey: dim, rule: dim, bar: Plain.Background(pick(lipgloss.Color("254"), lipgloss.Color("236"))),
		accent: accent, green: in(lipgloss.Green), amber: in(lipgloss.Yellow),
		red: in(pick(lipgloss.Red, lipgloss.BrightRed)),
	}
}

// ThemeOf returns the theme with a name, or else the first theme.
func ThemeOf(name string) Theme {
	for _, t := range Themes() {
		if t.Name == name {
			return t
		}
	}
	return Themes()[0]
}
