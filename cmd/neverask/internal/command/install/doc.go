// Package install has the commands that put neverask's hooks into a settings file and take
// them out again, with the decision about conflicts, and that replace the hook binary.
package install
