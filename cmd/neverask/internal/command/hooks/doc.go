// Package hooks is neverask hooks: every hook of every source, what it does and when it
// runs, changing single hooks, and outside changes.
package hooks
