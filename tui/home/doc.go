// Package home is the place Home: what needs the person, what is installed and what is
// suggested; which settings file an install is for; and what disappeared from settings
// files without neverask, of which every place tells.
package home
