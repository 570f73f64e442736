package kittest

import "time"

var begun = time.Now()

// processorTime returns the time that has passed, as good as it gets here.
func processorTime() time.Duration { return time.Since(begun) }
