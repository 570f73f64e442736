// Package log is the place Log: one timeline of every question that was asked, with who
// answered it and what would happen to it now, and of the tool calls that are recorded.
//
// Questions come from [follow.State], calls from the record of activity. Both are merged,
// filtered and folded beside the screen, which draws the rows in sight alone.
package log
