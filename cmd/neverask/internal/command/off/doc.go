// Package off is neverask off and on, away and back.
package off
