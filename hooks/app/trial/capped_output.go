package trial

// maxOutput is how much of each output is kept. The client keeps less.
const maxOutput = 1 << 20

// capped keeps the beginning of what is written to it.
type capped struct {
	text  []byte
	flood bool
}

func (c *capped) Write(b []byte) (int, error) {
	room := maxOutput - len(c.text)
	c.flood = c.flood || len(b) > room
	c.text = append(c.text, b[:min(len(b), room)]...)
	return len(b), nil
}
