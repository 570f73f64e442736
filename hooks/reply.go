package hooks

// A Reply answers any payload: a [Result] is translated, an [Output] checked.
type Reply interface {
	// Native returns the answer in the client's form; input is the tool's
	// input for the events that are about one tool call. It fails when the
	// event has no place for the answer.
	Native(event Event, input Value) (Output, error)
}

// Native returns o itself if the event accepts it; see [Output.Check].
func (o Output) Native(event Event, _ Value) (Output, error) { return o, o.Check(event) }
