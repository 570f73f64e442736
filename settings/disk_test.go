package settings

import (
	"errors"
	"io/fs"
	"sync"
)

// errDead is what every operation returns once a crashDisk has stopped.
var errDead = errors.New("the process is dead")

// crashDisk is a disk whose process stops before the operation number stop:
// that operation and all later ones do nothing. A write that it stops at has
// written half. With fault set it fails that one operation instead.
type crashDisk struct {
	disk
	stop  int
	fault error
	die   func() // called where the process stops, if it is to end for good
	mu    sync.Mutex
	ops   []string
}

// step counts an operation and says whether it may happen.
func (d *crashDisk) step(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ops = append(d.ops, name)
	switch n := len(d.ops); {
	case d.fault != nil && n == d.stop:
		return d.fault
	case d.fault == nil && n >= d.stop:
		if d.die != nil {
			d.die()
		}
		return errDead
	}
	return nil
}

func (d *crashDisk) Mkdir(name string, mode fs.FileMode) error {
	if err := d.step("mkdir"); err != nil {
		return err
	}
	return d.disk.Mkdir(name, mode)
}

func (d *crashDisk) Create(name string, mode fs.FileMode) (diskFile, error) {
	if err := d.step("create"); err != nil {
		return nil, err
	}
	f, err := d.disk.Create(name, mode)
	return &crashFile{f, d}, err
}

func (d *crashDisk) Append(name string) (diskFile, error) {
	if err := d.step("append"); err != nil {
		return nil, err
	}
	f, err := d.disk.Append(name)
	return &crashFile{f, d}, err
}

func (d *crashDisk) Rename(from, to string) error {
	if err := d.step("rename"); err != nil {
		return err
	}
	return d.disk.Rename(from, to)
}

func (d *crashDisk) Exchange(a, b string) error {
	if err := d.step("exchange"); err != nil {
		return err
	}
	return d.disk.Exchange(a, b)
}

func (d *crashDisk) Link(from, to string) error {
	if err := d.step("link"); err != nil {
		return err
	}
	return d.disk.Link(from, to)
}

func (d *crashDisk) Remove(name string) error {
	if err := d.step("remove"); err != nil {
		return err
	}
	return d.disk.Remove(name)
}

func (d *crashDisk) SyncDir(name string) error {
	if err := d.step("syncdir"); err != nil {
		return err
	}
	return d.disk.SyncDir(name)
}

type crashFile struct {
	diskFile
	d *crashDisk
}

func (f *crashFile) Write(b []byte) (int, error) {
	if err := f.d.step("write"); err != nil {
		n, _ := f.diskFile.Write(b[:len(b)/2])
		return n, err
	}
	return f.diskFile.Write(b)
}

func (f *crashFile) Sync() error {
	if err := f.d.step("sync"); err != nil {
		return err
	}
	return f.diskFile.Sync()
}

// simpleDisk is a disk without exchange, as on file systems that lack it.
type simpleDisk struct{ disk }

func (simpleDisk) Exchange(_, _ string) error { return errors.ErrUnsupported }
