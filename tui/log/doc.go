// Package log is the place Log: every question that was asked, who answered it, and what
// would happen to it now.
package log
