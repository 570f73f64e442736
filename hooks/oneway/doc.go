// Package oneway finds, in a question that is about to be answered for a
// person, the acts that cannot be taken back or that reach the outside world.
package oneway
