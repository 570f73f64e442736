package doctor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/jsontext"
	"neverask/settings/saferead"
	"neverask/settings/worktree"
)

// bom may be at the beginning of a settings file.
var bom = []byte("\xef\xbb\xbf")

// file is a settings file under examination.
type file struct {
	path  string
	kind  config.Kind
	in    *planner.Planner
	fixed bool // it may be changed
	judge judge
	found []Finding
}

// file examines a settings file. A missing one has no findings.
func (o Options) file(path string, kind config.Kind, readOnly string) []Finding {
	b, err := saferead.ReadFile(path, settings.MaxSize)
	link, linked := os.Readlink(path)
	if errors.Is(err, os.ErrNotExist) && linked != nil {
		return nil
	}
	f := &file{path: path, kind: kind, in: o.Planner, fixed: readOnly == "", judge: judge{}}
	if errors.Is(err, os.ErrNotExist) {
		f.add(Finding{
			ID: "file-unreadable", Severity: Error, Off: config.OffFile,
			Message: "it is a link to " + link + ", which is not there", Fix: "put that back, or remove the link",
		})
		return f.found
	}
	if err != nil {
		f.add(Finding{
			ID: "file-unreadable", Severity: Error, Off: config.OffFile, Message: err.Error(), Fix: "make the file readable",
		})
		return f.found
	}
	f.text(b)
	return f.found
}

func (f *file) add(found Finding) {
	found.File = f.path
	if found.Why == "" {
		found.Why = found.Off.String()
	}
	if !f.fixed {
		found.plan, found.Fixable, found.Loses = nil, false, nil
	}
	f.found = append(f.found, found)
}

// parse returns the file's known document if the content is the same.
func (f *file) parse(b []byte) (settings.Document, error) {
	if f.in == nil {
		return settings.Parse(b)
	}
	return f.in.Store.Parse(worktree.Real(f.path), b)
}

// text examines the bytes of the file from the outside in: what keeps it from being JSON hides
// everything else.
func (f *file) text(b []byte) {
	text := bytes.TrimPrefix(b, bom)
	doc, err := f.parse(b)
	var syntax *settings.SyntaxError
	switch {
	case err == nil:
		f.document(doc)
	case !errors.As(err, &syntax):
	case json.Valid(text) && gjson.ParseBytes(text).IsObject():
		f.duplicates(b)
	case utf16(b):
		f.add(Finding{ID: "file-malformed", Severity: Warning, Line: 1,
			Message: "the file is UTF-16", Fix: "save it as UTF-8",
			Why: "Claude Code reads it, but neverask does not, and leaves it alone"})
	default:
		if standard, lost, ok := standardise(b); ok {
			f.add(Finding{ID: "file-comments", Severity: Error, Off: config.Unparsed(f.kind),
				Line: syntax.Line, Col: syntax.Col, Message: syntax.Msg,
				Fix: "remove comments and trailing commas; everything else stays", Loses: lost,
			}.by(f.rewrite(b, standard)))
			return
		}
		fix := fmt.Sprintf("no automatic repair: open the file and correct line %d, column %d: %s",
			syntax.Line, syntax.Col, syntax.Hint)
		f.add(Finding{ID: "file-malformed", Severity: Error, Off: config.Unparsed(f.kind),
			Line: syntax.Line, Col: syntax.Col, Message: syntax.Msg,
			Fix: strings.TrimSuffix(fix, ": correct the JSON here")})
	}
}

func utf16(b []byte) bool {
	return bytes.HasPrefix(b, []byte{0xff, 0xfe}) || bytes.HasPrefix(b, []byte{0xfe, 0xff})
}

// rewrite plans to write content that was computed from the file as it was.
func (f *file) rewrite(was, content []byte) func() (planner.Plan, error) {
	return func() (planner.Plan, error) {
		return f.in.RepairText(f.in.Target("", f.path), func(now []byte) ([]byte, error) {
			if !bytes.Equal(now, was) {
				return nil, fmt.Errorf("%s: %w", f.path, settings.ErrChanged)
			}
			return content, nil
		})
	}
}

// standardise removes comments and trailing commas from a text, and lists the comments.
func standardise(b []byte) (standard []byte, lost []string, ok bool) {
	text, marked := bytes.CutPrefix(b, bom)
	out, lost, err := jsontext.Standardize(string(text))
	if marked {
		out = string(bom) + out
	}
	return []byte(out), lost, err == nil
}

// document examines a file that is JSON without repeated names.
func (f *file) document(doc settings.Document) {
	for _, r := range config.RejectedIn(f.kind, doc) {
		f.rejected(r)
	}
	root, _ := doc.Get("hooks")
	if !root.IsObject() {
		return
	}
	root.ForEach(func(event, list gjson.Result) bool {
		if !config.Known(event.Str) {
			f.unknownEvent(doc, event, list)
			return true
		}
		index := -1
		list.ForEach(func(_, g gjson.Result) bool {
			index++
			f.group(doc, settings.Path{"hooks", event.Str, strconv.Itoa(index)}, g)
			return true
		})
		return true
	})
}

// group examines what the client accepts but was hardly intended.
func (f *file) group(doc settings.Document, path settings.Path, g gjson.Result) {
	if !f.matcher(doc, path, g) {
		f.ifs(doc, path, g)
	}
	i := -1
	g.Get("hooks").ForEach(func(_, h gjson.Result) bool {
		i++
		line, _ := doc.Position(h.Index)
		if h.Get("type").Str == "command" && h.Get("command").Type == gjson.String && h.Get("command").Str == "" {
			found := emptyCommand
			found.Line = line
			f.add(found)
		}
		if found, meant, long := milliseconds(h.Get("timeout").Num); long && h.Get("timeout").Type == gjson.Number {
			path := append(path[:3:3], "hooks", strconv.Itoa(i), "timeout")
			if found.Line = line; found.ByName {
				found = found.by(f.repair(func(d settings.Document) (settings.Document, error) { return d.Set(path, meant) }))
			}
			f.add(found)
		}
		return true
	})
}

var emptyCommand = Finding{ID: "command-empty", Severity: Error,
	Off: config.OffHook, Message: "a hook has an empty command",
	Fix: "give it a command in the file, or remove it with neverask hooks rm"}

func (f *file) repair(edit func(settings.Document) (settings.Document, error)) func() (planner.Plan, error) {
	return func() (planner.Plan, error) { return f.in.Repair(f.in.Target("", f.path), edit) }
}
