// Package home is the Home place: what needs the person, what is installed and what is
// suggested. It also asks which settings file an install is for, and watches for lost
// hooks, which it announces on every place.
package home
