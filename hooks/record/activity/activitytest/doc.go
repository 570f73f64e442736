// Package activitytest makes up activity records of any size, for tests.
package activitytest
