package program

import "neverask/hooks/record/eventlog"

// complain records an error for the person to find; the hook itself stays silent.
func (h *records) complain(err error) {
	h.later(func() { h.writeComplaint(err) })
}

// writeComplaint appends a complaint. If that fails, there is nobody to tell.
func (h *records) writeComplaint(err error) {
	c := eventlog.Complaint{Time: h.env.Now(), Version: h.env.Version, Message: shorten(err.Error(), maxText)}
	_ = eventlog.OpenComplaints(h.paths.HookErrors()).Append(c.JSON())
}
