// Package report is neverask report: a period in a few lines.
package report
