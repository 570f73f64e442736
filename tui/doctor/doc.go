// Package doctor is the page of the doctor: what keeps hooks from running, the worst
// first, and the way to repair it.
package doctor
