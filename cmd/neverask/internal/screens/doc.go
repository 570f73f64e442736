// Package screens is between the commands and the screens: it opens them ([Open]) with the
// use cases that they ask for, on the person's own files. It remembers the theme. How screens look and what keys do is in tui.
package screens
