package settings

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
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

// role is the last name of a path, without what another change has of it in another way.
func (d *crashDisk) role(name string) string {
	switch dir := filepath.Base(filepath.Dir(name)); {
	case strings.HasSuffix(name, ".tmp"):
		return "temp"
	case dir == "backups" || dir == "replaced":
		return "in " + dir
	}
	return filepath.Base(name)
}

// step counts an operation on a file and says whether it may happen.
func (d *crashDisk) step(op, name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ops = append(d.ops, op+" "+d.role(name))
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
	if err := d.step("mkdir", name); err != nil {
		return err
	}
	return d.disk.Mkdir(name, mode)
}

func (d *crashDisk) Create(name string, mode fs.FileMode) (diskFile, error) {
	if err := d.step("create", name); err != nil {
		return nil, err
	}
	f, err := d.disk.Create(name, mode)
	return &crashFile{f, d, name}, err
}

func (d *crashDisk) Append(name string) (diskFile, error) {
	if err := d.step("append", name); err != nil {
		return nil, err
	}
	f, err := d.disk.Append(name)
	return &crashFile{f, d, name}, err
}

func (d *crashDisk) Rename(from, to string) error {
	if err := d.step("rename", to); err != nil {
		return err
	}
	return d.disk.Rename(from, to)
}

func (d *crashDisk) Exchange(a, b string) error {
	if err := d.step("exchange", b); err != nil {
		return err
	}
	return d.disk.Exchange(a, b)
}

func (d *crashDisk) RenameNew(from, to string) error {
	if err := d.step("rename new", to); err != nil {
		return err
	}
	return d.disk.RenameNew(from, to)
}

func (d *crashDisk) Link(from, to string) error {
	if err := d.step("link", to); err != nil {
		return err
	}
	return d.disk.Link(from, to)
}

func (d *crashDisk) Remove(name string) error {
	if err := d.step("remove", name); err != nil {
		return err
	}
	return d.disk.Remove(name)
}

func (d *crashDisk) SyncDir(name string) error {
	if err := d.step("syncdir", name); err != nil {
		return err
	}
	return d.disk.SyncDir(name)
}

type crashFile struct {
	diskFile
	d    *crashDisk
	name string
}

func (f *crashFile) Chmod(mode fs.FileMode) error {
	if err := f.d.step("chmod", f.name); err != nil {
		return err
	}
	return f.diskFile.Chmod(mode)
}

func (f *crashFile) Write(b []byte) (int, error) {
	if err := f.d.step("write", f.name); err != nil {
		n, _ := f.diskFile.Write(b[:len(b)/2])
		return n, err
	}
	return f.diskFile.Write(b)
}

func (f *crashFile) Sync() error {
	if err := f.d.step("sync", f.name); err != nil {
		return err
	}
	return f.diskFile.Sync()
}

// simpleDisk is a disk without exchange, as on file systems that lack it.
type simpleDisk struct{ disk }

func (simpleDisk) Exchange(_, _ string) error  { return errors.ErrUnsupported }
func (simpleDisk) RenameNew(_, _ string) error { return errors.ErrUnsupported }

// bareDisk is a disk that has no links, either, as FAT.
type bareDisk struct{ disk }

func (bareDisk) Link(_, _ string) error { return errors.ErrUnsupported }
