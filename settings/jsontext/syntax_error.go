package jsontext

import "fmt"

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
	// Start is the offset of the string, escape, number, object or array with the fault; for
	// [NameTwice], of the earlier name.
	Start int
}

// The values of Message.
const (
	EndsEarly   = "the JSON ends too early"
	NoValue     = "no JSON value can start here"
	NoName      = "expected a name in double quotes"
	NoColon     = "expected ':' after a name"
	NoObjectEnd = "expected ',' or '}' in an object"
	NoArrayEnd  = "expected ',' or ']' in an array"
	NoTextEnd   = "unexpected text after the JSON value"
	OpenString  = "the JSON ends inside a string"
	Control     = "control character in a string"
	NoUTF8      = "invalid UTF-8 in a string"
	NoHex       = "expected four hexadecimal digits after \\u"
	NoEscape    = "unknown escape in a string"
	NoDigit     = "expected a digit"
	NoFraction  = "expected a digit after the decimal point"
	NoExponent  = "expected a digit in the exponent"
	LeadingZero = "unexpected digit after a leading zero"
	TooDeep     = "nested too deep"
	NameTwice   = "the object has this name twice"
)

// Error returns the message and the byte offset.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
}
