// Package setting is the page about the settings that decide about hooks and questions:
// what each comes to, where that is set, what it hides, and what it can be set to.
package setting
