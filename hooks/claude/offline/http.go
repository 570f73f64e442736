package offline

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// The limits of a request. The client sends all that a session holds.
const (
	maxLine = 64 << 10
	maxBody = 64 << 20
)

var errRequest = errors.New("not a request that the client sends")

// An answer is a response to a request.
type answer struct {
	status int
	kind   string
	body   []byte
}

// converse answers the requests of one connection. It is as much of HTTP/1.1 as the
// client speaks: net/http would bring what makes connections into the program.
func converse(c *os.File, respond func(Request) answer) error {
	r := bufio.NewReaderSize(c, maxLine)
	for {
		req, err := readRequest(r, c)
		if err != nil {
			return err
		}
		a := respond(req)
		head := fmt.Sprintf("HTTP/1.1 %d Answer\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", a.status, a.kind, len(a.body))
		if _, err := c.Write(append([]byte(head), a.body...)); err != nil {
			return err
		}
	}
}

func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	return strings.TrimRight(string(line), "\r\n"), err
}

func readRequest(r *bufio.Reader, w io.Writer) (req Request, err error) {
	line, err := readLine(r)
	if err != nil {
		return req, err
	}
	words := strings.Split(line, " ")
	if len(words) != 3 {
		return req, errRequest
	}
	target, err := url.ParseRequestURI(words[1])
	if err != nil {
		return req, err
	}
	req.Method, req.Path = words[0], target.Path
	length, chunked := 0, false
	for {
		if line, err = readLine(r); err != nil {
			return req, err
		}
		if line == "" {
			break
		}
		name, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); strings.ToLower(name) {
		case "content-length":
			if length, err = strconv.Atoi(value); err != nil || length < 0 || length > maxBody {
				return req, errRequest
			}
		case "transfer-encoding":
			chunked = strings.EqualFold(value, "chunked")
		case "expect":
			if _, err := io.WriteString(w, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
				return req, err
			}
		}
	}
	if chunked {
		req.Body, err = readChunks(r)
		return req, err
	}
	req.Body = make([]byte, length)
	_, err = io.ReadFull(r, req.Body)
	return req, err
}

// readChunks reads a body that is sent in chunks.
func readChunks(r *bufio.Reader) (body []byte, err error) {
	for {
		line, err := readLine(r)
		if err != nil {
			return nil, err
		}
		line, _, _ = strings.Cut(line, ";")
		n, err := strconv.ParseUint(strings.TrimSpace(line), 16, 32)
		if err != nil || len(body)+int(n) > maxBody {
			return nil, errRequest
		}
		chunk := make([]byte, n)
		if _, err := io.ReadFull(r, chunk); err != nil {
			return nil, err
		}
		body = append(body, chunk...)
		if line, err = readLine(r); err != nil || line != "" {
			return nil, errors.Join(errRequest, err)
		}
		if n == 0 {
			return body, nil
		}
	}
}
