//go:build !linux

package settings

import "errors"

func copyACL(_, _ string) error { return nil }

func exchange(_, _ string) error { return errors.ErrUnsupported }
