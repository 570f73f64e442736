// Package doctor is neverask doctor: what stops hooks from running, with the repairs.
package doctor
