// Package preferences edits the file of rules that says which questions are
// never to be asked again.
//
// The file belongs to the person, who may edit it by hand: a [Book] changes
// one rule and leaves every other byte, comment-free JSON as it is. Changes
// are made under the lock that all neverask processes share, journalled, and
// can be undone like every other change. A file that is not valid is reported
// with its place and never overwritten.
//
// A [Watch] tells which rules appeared or were widened by others than neverask.
//
// What rules mean is the business of neverask/hooks/rule/question.
package preferences
