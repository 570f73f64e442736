// Package status is neverask status: what is installed, and what is wrong.
package status
