// Package calls is the place about activity: which tools Claude used, how long calls took,
// and how they ended. The record is followed while it is shown.
package calls
