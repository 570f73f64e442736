// Package export is neverask export: what an administrator puts onto the machines of others.
package export
