package control

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
)

func TestLinesAreWrittenOneAtATime(t *testing.T) {
	var w slowly
	l := lineWriter{w: &w}
	var all sync.WaitGroup
	for range 20 {
		all.Add(1)
		go l.put([]byte("0123456789"), func(err error) {
			defer all.Done()
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if want := strings.Repeat("0123456789\n", 20); string(w.got) != want {
		t.Errorf("got %q", w.got)
	}
}

// TestLinesKeepTheirOrder, and none is waited for.
func TestLinesKeepTheirOrder(t *testing.T) {
	checkLeaks(t)
	from, to := io.Pipe()
	l := lineWriter{w: to}
	for i := range 100 {
		l.put(fmt.Append(nil, i), func(error) {})
	}
	in := bufio.NewScanner(from)
	for i := range 100 {
		if !in.Scan() || in.Text() != fmt.Sprint(i) {
			t.Fatalf("line %d is %q, %v", i, in.Text(), in.Err())
		}
	}
}
