// Package preferences edits the person's file of rules.
//
// The person may edit the file by hand: a [Book] changes one rule and leaves every other
// byte as it is. Changes are made under the lock that all neverask processes share, recorded
// in the change log, and undone like every other change. A file that is not valid is
// reported with its position and never overwritten.
//
// A [Watch] reports rules that appeared or changed outside neverask.
//
// neverask/hooks/rule/question says what rules mean.
package preferences
