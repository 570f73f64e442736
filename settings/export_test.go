package settings

import (
	"io/fs"
	"runtime"
)

// CrashAt lets the process that uses the store die before its file operation
// number stop, or fail that one with an error when one is given. The function it
// returns tells how many operations there were.
func (s *Store) CrashAt(stop int, fault error) (operations func() int) {
	d := &crashDisk{disk: s.disk, stop: stop, fault: fault}
	if fault == nil {
		d.die = runtime.Goexit
	}
	s.disk = d
	return func() int { return len(d.ops) }
}

// Hasty lets the store wait for no disk, for tests that make many changes.
func (s *Store) Hasty() { s.disk = hastyDisk{s.disk} }

type hastyDisk struct{ disk }

type hastyFile struct{ diskFile }

func (hastyFile) Sync() error { return nil }

func (hastyDisk) SyncDir(string) error { return nil }

func (d hastyDisk) Create(name string, mode fs.FileMode) (diskFile, error) {
	f, err := d.disk.Create(name, mode)
	return hastyFile{f}, err
}

func (d hastyDisk) Append(name string) (diskFile, error) {
	f, err := d.disk.Append(name)
	return hastyFile{f}, err
}
