// Package off is neverask off and on.
package off
