package hooks

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Check returns an error when the client would void the output for this event,
// or ignore something in it: a part of another event, a block where the event
// cannot be blocked, a value that is not allowed, a member beside "async". The
// client says so only in its debug log, and goes on as if nothing had been printed.
func (o Output) Check(event Event) error {
	if err := o.check(event); err != nil {
		return fmt.Errorf("answer to %s: %w", event, err)
	}
	return nil
}

func (o Output) check(event Event) error {
	if o.Async {
		return o.checkAsync()
	}
	if o.Block && !event.CanBlock() {
		return fmt.Errorf("the event cannot be blocked")
	}
	if o.Reason != "" && !o.Block {
		return fmt.Errorf("a reason without a block")
	}
	if o.StopReason != "" && !o.Stop {
		return fmt.Errorf("a reason to stop without stopping")
	}
	if o.Specific == nil {
		return nil
	}
	return checkSpecific(o.Specific, event)
}

// checkAsync fails for an output that would lose something, such as a refusal,
// because the client goes on without it.
func (o Output) checkAsync() error {
	o.Async, o.AsyncTimeout = false, 0
	if o != (Output{}) {
		return fmt.Errorf("an asynchronous output can say nothing else")
	}
	return nil
}

func checkSpecific(s Specific, event Event) error {
	if !slices.ContainsFunc(specifics, func(known Specific) bool { return reflect.TypeOf(known) == reflect.TypeOf(s) }) {
		// A pointer, or a type around one of ours: its content would go unchecked.
		return fmt.Errorf("%T is not an output type", s)
	}
	if of := s.Event(); of != event {
		return fmt.Errorf("the output is for %s", of)
	}
	for field, v := range reflect.ValueOf(s).Fields() {
		name, is := field.Tag.Get("json"), field.Tag.Get("is")
		switch {
		case is == "":
		case v.Kind() == reflect.String:
			if words := strings.Fields(is); v.Len() > 0 && !slices.Contains(words, v.String()) {
				if name == "permissionDecision" {
					return fmt.Errorf("unknown decision %q", v)
				}
				last := len(words) - 1
				return fmt.Errorf("want %s or %s, got %q", strings.Join(words[:last], ", "), words[last], v)
			}
		default:
			if v := v.Interface().(Value); v.Kind() != Absent && v.Kind() != kinds[is] {
				return fmt.Errorf("%s: the client does not accept %.40s", name, v.Raw())
			}
		}
	}
	if o, ok := s.(PermissionRequestOutput); ok {
		return o.check()
	}
	return nil
}

func (o PermissionRequestOutput) check() error {
	switch {
	case o == (PermissionRequestOutput{}):
		return nil
	case o.Decision == NoDecision:
		return fmt.Errorf("want allow or deny, got nothing")
	case o.Decision == Allow && (o.Message != "" || o.Interrupt):
		return fmt.Errorf("a message or an interrupt with allow")
	case o.Decision == Deny && (o.UpdatedInput.Kind() != Absent || o.UpdatedPermissions.Kind() != Absent):
		return fmt.Errorf("an updated input or permissions with deny")
	}
	return nil
}
