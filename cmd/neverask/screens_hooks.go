package main

import (
	"os"

	"neverask/hooks/config"
	"neverask/settings"
)

// What the screens about hooks and changes ask beyond what the installer
// answers itself.

func (b backend) Sources() config.Sources { return b.Installer.Sources(nil, nil) }

func (b backend) History() ([]settings.Receipt, error) { return b.Store.History() }
func (b backend) ReadFile(path string) ([]byte, error) { return os.ReadFile(path) }

func (b backend) Records(want func(settings.Receipt) bool) ([]settings.Record, error) {
	return b.Store.Records(want)
}

func (b backend) Contents(r settings.Receipt) (before, after []byte, ok bool) {
	return b.Store.Contents(r)
}
