//go:build !linux

package settings

import "errors"

func exchange(_, _ string) error { return errors.ErrUnsupported }

func renameNew(_, _ string) error { return errors.ErrUnsupported }

func held(string) bool { return false }
