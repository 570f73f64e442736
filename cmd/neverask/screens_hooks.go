package main

import (
	"context"
	"errors"
	"os"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/session"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/thirdparty/pin"
	"neverask/settings"
	"neverask/settings/foreign"
)

// What the screens about hooks and changes ask beyond what the installer
// answers itself.

// HookStats reads what is new in the transcripts. What that is, the next call of
// Asked has not seen yet.
func (b backend) HookStats(ctx context.Context) []transcript.HookStat {
	b.reading.Lock()
	defer b.reading.Unlock()
	news, err := b.update(ctx)
	b.behind = b.behind || news
	if err != nil {
		return nil
	}
	return b.archive.HookStats()
}

func (b backend) Activity(want activity.Filter) *activity.Reader {
	return activity.Open(eventlog.OpenActivity(b.Paths.Activity()), want)
}

func (b backend) Sources() config.Sources {
	b.one.Lock()
	defer b.one.Unlock()
	return b.Installer.Sources(nil, nil)
}

func (b backend) Standings(s config.Sources) []dispatch.HookState {
	b.one.Lock()
	defer b.one.Unlock()
	return doctor.Options{Installer: b.Installer, Env: os.Environ()}.Standings(s)
}

func (b backend) Pins(all []config.Hook) []pin.Review {
	b.one.Lock()
	defer b.one.Unlock()
	found, _ := unlikeSeen(b.Installer, all) // what cannot be told, the status tells
	return found
}

func (b backend) KeepSeen(ctx context.Context, r pin.Review) error {
	if session.Inside(os.Getenv) {
		return errors.New("this is a session of Claude Code, and the eyes must be yours")
	}
	return pins(b.Installer).Keep(ctx, r)
}

func (b backend) History() ([]settings.Receipt, error) { return b.Store.History() }
func (b backend) ReadFile(path string) ([]byte, error) {
	return foreign.ReadFile(path, settings.MaxSize)
}

func (b backend) Records(want func(settings.Receipt) bool) ([]settings.Record, error) {
	return b.Store.Records(want)
}

func (b backend) Contents(r settings.Receipt) (before, after []byte, ok bool) {
	return b.Store.Contents(r)
}
