package config

import (
	"crypto/sha256"
	"errors"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/dlclark/regexp2/syntax"
)

// A pattern is a matcher that is a JavaScript regular expression.
type pattern struct {
	text string
	// neverQuestions reports that the pattern matches no question tool.
	neverQuestions bool
	// linear tries the pattern in linear time; nil for the few patterns that need full.
	linear func(value string) bool
	full   *regexp2.Regexp
	time   *trialTime
}

func newPattern(text string, time *trialTime) (*pattern, error) {
	source, err := fromJavaScript(text)
	if err != nil {
		return nil, err
	}
	full, err := regexp2.Compile(source, regexp2.ECMAScript)
	if err != nil {
		return nil, inPlainWords(err)
	}
	p := &pattern{text: text, full: full, time: time}
	if rest, ok := strings.CutPrefix(source, otherTools); ok && !alternates(rest) {
		p.neverQuestions, source = true, "^"+rest
	}
	if re := linear(source); re != nil {
		p.linear = re.MatchString
	}
	return p, nil
}

// mistakes describes the parser's errors for people.
var mistakes = map[syntax.ErrorCode]string{
	syntax.ErrMissingParen:          `a "(" is never closed`,
	syntax.ErrUnexpectedParen:       `a ")" closes nothing`,
	syntax.ErrUnterminatedBracket:   `a "[" is never closed`,
	syntax.ErrReversedCharRange:     `a range in "[…]" runs backwards`,
	syntax.ErrMissingRepeatArgument: `"*", "+", "?" or "{…}" has nothing before it to repeat`,
	syntax.ErrInvalidRepeatOp:       `"*", "+", "?" or "{…}" follows another one`,
	syntax.ErrInvalidRepeatSize:     `the numbers in "{…}" run backwards`,
	syntax.ErrIllegalEndEscape:      `it ends with a "\"`,
	syntax.ErrInvalidGroupName:      `a group has an invalid name`,
	syntax.ErrUndefinedNameRef:      `it refers to a group that does not exist`,
	syntax.ErrMalformedNameRef:      `it refers to a group without naming it`,
}

// inPlainWords says what is wrong with a pattern.
func inPlainWords(err error) error {
	e, ok := errors.AsType[*syntax.Error](err)
	if !ok {
		return err
	}
	if words := mistakes[e.Code]; words != "" {
		return errors.New(words)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
}

// alternates reports whether a pattern may have alternatives outside all groups: a prefix would
// then apply only to the first.
func alternates(source string) bool {
	depth, class := 0, false
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c == '\\':
			i++
		case c == '[' && !class:
			class = true
		case c == ']':
			class = false
		case class:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			return true
		}
	}
	return false
}

// onQuestion matches the tools that otherTools excludes.
var onQuestion = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:AskUserQuestion|mcp__.+__AskUserQuestion)$`)
})

// match reports whether the pattern matches, and whether that is known.
func (p *pattern) match(value string) (ok, known bool) {
	switch {
	case !plain(value):
	case p.neverQuestions && onQuestion().MatchString(value):
		return false, true
	case p.linear != nil:
		return p.linear(value), true
	}
	return p.time.match(p, value)
}

// sharedTrialTime is the time for all patterns of a process that may backtrack.
var sharedTrialTime = newTrialTime(3 * matchTimeout)

// matchTimeout bounds one trial of a pattern that may backtrack for ever. Less time could be too
// little for a harmless pattern on a busy machine.
const matchTimeout = time.Second / 2

// A trialTime is how long all patterns together may be tried. It is not replenished, so results
// are cached.
type trialTime struct {
	mu       sync.Mutex
	left     time.Duration
	verdicts map[digest]bool // by pattern and value
	tooSlow  map[digest]bool // patterns that were given up
}

// A digest identifies texts, which may be long, and parts of longer ones.
type digest [sha256.Size]byte

// maxVerdicts bounds the cache.
const maxVerdicts = 10_000

func newTrialTime(all time.Duration) *trialTime {
	return &trialTime{left: all, verdicts: map[digest]bool{}, tooSlow: map[digest]bool{}}
}

func (t *trialTime) match(p *pattern, value string) (ok, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	pattern := digest(sha256.Sum256([]byte(p.text)))
	key := digest(sha256.Sum256(append(pattern[:], value...)))
	if ok, known = t.verdicts[key]; known || t.tooSlow[pattern] {
		return ok, known
	}
	if len(t.verdicts)+len(t.tooSlow) >= maxVerdicts {
		clear(t.verdicts)
		clear(t.tooSlow)
	}
	if t.left <= 0 {
		t.tooSlow[pattern] = true
		return false, false
	}
	p.full.MatchTimeout = min(matchTimeout, t.left)
	start := time.Now() //nolint:forbidigo // how long it took, which no verdict but a timeout depends on
	ok, err := p.full.MatchString(value)
	t.left -= time.Since(start)
	if err != nil {
		t.tooSlow[pattern] = true
		return false, false
	}
	t.verdicts[key] = ok
	return ok, true
}

func (t *trialTime) gaveUp(text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tooSlow[sha256.Sum256([]byte(text))]
}
