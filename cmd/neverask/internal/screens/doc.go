// Package screens is between the commands and the screens: it opens them ([Open]) with the
// use cases that they ask for, on the person's own files, or shows them as plain lines
// ([Lines]). It remembers the theme. How screens look and what keys do is in tui.
package screens
