package offline

import (
	"bufio"
	"io"
	"strings"
	"testing"
)

func TestReadRequest(t *testing.T) {
	for name, tt := range map[string]struct {
		text, want, said string
	}{
		"length":        {"POST /v1/messages?beta=true HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}rest", "POST /v1/messages {}", ""},
		"no body":       {"GET / HTTP/1.1\r\n\r\n", "GET / ", ""},
		"chunks":        {"POST /x HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n2;a=b\r\n{}\r\n1\r\n!\r\n0\r\n\r\n", "POST /x {}!", ""},
		"continue":      {"POST /x HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n1", "POST /x 1", "HTTP/1.1 100 Continue\r\n\r\n"},
		"no request":    {"hello\r\n\r\n", "", ""},
		"no target":     {"GET x HTTP/1.1\r\n\r\n", "", ""},
		"cut off":       {"POST /x HTTP/1.1\r\nContent-Length: 9\r\n\r\n12", "", ""},
		"negative":      {"POST /x HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "", ""},
		"huge":          {"POST /x HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", "", ""},
		"huge chunk":    {"POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", "", ""},
		"wrong chunk":   {"POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", "", ""},
		"a long header": {"GET / HTTP/1.1\r\nX: " + strings.Repeat("x", maxLine) + "\r\n\r\n", "", ""},
		"nothing":       {"", "", ""},
	} {
		var said strings.Builder
		req, err := readRequest(bufio.NewReaderSize(strings.NewReader(tt.text), maxLine), &said)
		got := req.Method + " " + req.Path + " " + string(req.Body)
		if (err == nil) != (tt.want != "") || err == nil && (got != tt.want || said.String() != tt.said) {
			t.Errorf("%s: %q, %v, said %q", name, got, err, said.String())
		}
	}
}

func FuzzReadRequest(f *testing.F) {
	f.Add("POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
	f.Add("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n1")
	f.Fuzz(func(_ *testing.T, text string) {
		_, _ = readRequest(bufio.NewReaderSize(strings.NewReader(text), maxLine), io.Discard)
	})
}
