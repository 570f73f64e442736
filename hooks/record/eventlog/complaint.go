package eventlog

import (
	"errors"
	"iter"
	"time"

	"neverask/hooks"
)

// Complaint is one line of the log of the hook's errors, because the hook itself must stay
// silent.
type Complaint struct {
	Time    time.Time `json:"time"`
	Version string    `json:"version,omitempty"` // of neverask
	Message string    `json:"message"`
}

// Bounds of the log of complaints.
const (
	complaintsSize = 64 << 10
	complaintsKeep = 2
)

// OpenComplaints returns the log of complaints at path. It touches no file.
func OpenComplaints(path string) Log {
	return Log{Path: path, MaxSize: complaintsSize, Keep: complaintsKeep}
}

// JSON returns the complaint as one line, without a line break.
func (c Complaint) JSON() []byte {
	var w hooks.Writer
	w.Begin('{')
	w.Text("time", c.Time.UTC().Format(timeLayout))
	w.Text("version", c.Version)
	w.Text("message", c.Message)
	w.End('}')
	return w.Bytes()
}

// Complaints yields the complaints at or after since, the oldest first.
func (l Log) Complaints(since time.Time) iter.Seq[Complaint] {
	return written(l, since, parseComplaint, func(c Complaint) time.Time { return c.Time })
}

func parseComplaint(line []byte) (c Complaint, err error) {
	v, err := hooks.Parse(line)
	if err != nil {
		return c, err
	}
	c = Complaint{Version: v.Get("version").String(), Message: v.Get("message").String()}
	if c.Message == "" {
		return c, errors.New("no message")
	}
	c.Time, err = time.Parse(time.RFC3339, v.Get("time").String())
	return c, err
}
