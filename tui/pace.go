package tui

import (
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// What the program writes leaves it at the ticks of one ticker of Bubble Tea, which has no
// other way to draw and wakes up all day long. Here it ticks quickly when the screen has
// changed, so that a key is seen at once, and hardly at all when nothing happens.
const (
	quick = time.Second / 120
	idle  = 5 * time.Second
	// quiet is how long the screen stays as it is before the ticker becomes idle.
	quiet = 250 * time.Millisecond
)

// pace changes how often a program looks whether there is something to write.
type pace struct {
	program *tea.Program

	mu    sync.Mutex
	quick bool
	until time.Time // when it becomes idle
}

// ticker is the ticker of a program that runs, a field that the library keeps to itself. In
// a version without it this is nil, and the program draws at the library's own pace.
func (p *pace) ticker() *time.Ticker {
	field := reflect.ValueOf(p.program).Elem().FieldByName("ticker")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return (*time.Ticker)(field.UnsafePointer())
}

// changed is called by the program when there is something to draw.
func (p *pace) changed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = time.Now().Add(quiet)
	if p.quick {
		return
	}
	if ticker := p.ticker(); ticker != nil {
		p.quick = true
		ticker.Reset(quick)
		time.AfterFunc(quiet, func() { p.rest(ticker) })
	}
}

// rest makes the ticker idle, unless something has changed in between.
func (p *pace) rest(ticker *time.Ticker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if left := time.Until(p.until); left > 0 {
		time.AfterFunc(left, func() { p.rest(ticker) })
		return
	}
	p.quick = false
	ticker.Reset(idle)
}
