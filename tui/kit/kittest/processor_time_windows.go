package kittest

import "time"

var begun = time.Now()

// processorTime returns the elapsed time instead.
func processorTime() time.Duration { return time.Since(begun) }
