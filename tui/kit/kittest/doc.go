// Package kittest shows places and pages to tests, without a terminal and without
// goroutines: a [Driver] types keys, lets timers end, and reads the screen.
//
//	d := kittest.Show(t, &kit.Model{Home: home, Now: clock}, place, nil, 80, 24)
//	d.Keys("down", "enter")
//	d.Sees("Details")
//	kittest.Golden(t, "details", d.Screen())
package kittest
