package config

import (
	"net/url"
	"strings"

	"github.com/tidwall/gjson"
)

// HTTPRequests says which requests hooks of type http may make (Claude Code 2.1.329): the union of
// all files' lists. A nil list limits nothing.
type HTTPRequests struct {
	URLs      []string // from allowedHttpHookUrls, with "*" for anything
	Variables []string // from httpHookAllowedEnvVars, for headers
}

func (f *finder) requests() (r HTTPRequests) {
	collect := func(doc gjson.Result, list *[]string) {
		if !doc.IsArray() {
			return
		}
		if *list == nil {
			*list = []string{}
		}
		for _, v := range doc.Array() {
			*list = append(*list, v.Str)
		}
	}
	for _, file := range f.files {
		if file.off != "" && file.kind == Managed {
			continue
		}
		urls, _ := file.doc.Get("allowedHttpHookUrls")
		variables, _ := file.doc.Get("httpHookAllowedEnvVars")
		collect(urls, &r.URLs)
		collect(variables, &r.Variables)
	}
	return r
}

// Refuses says why the client sends no request to an address.
func (r HTTPRequests) Refuses(address string) (why string, refused bool) {
	u, err := url.Parse(address)
	if err == nil && u.Opaque != "" && (u.Scheme == "http" || u.Scheme == "https") {
		u, err = url.Parse(u.Scheme + "://" + u.Opaque)
	}
	switch {
	case err != nil || u.Scheme == "":
		return "", false // reported as a mistake
	case u.Scheme != "http" && u.Scheme != "https":
		return "its URL does not begin with http:// or https://", true
	case r.URLs == nil:
		return "", false
	}
	u.User, u.Fragment, u.Host = nil, "", strings.ToLower(u.Host)
	for _, pattern := range r.URLs {
		if scheme, rest, ok := strings.Cut(pattern, "://"); ok {
			pattern = strings.ToLower(scheme) + "://" + rest
		}
		if Wildcard(pattern, u.String()) {
			return "", false
		}
	}
	return "allowedHttpHookUrls does not name its URL", true
}

// Wildcard compares a text with a pattern, in which "*" stands for anything.
func Wildcard(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(text, parts[0])
	if len(parts) == 1 || !ok {
		return ok && rest == ""
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
