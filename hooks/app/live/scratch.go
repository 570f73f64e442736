package live

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/offline"
)

// witness is the name under which it is recorded that something has happened.
const witness = "witness"

// The groups of a settings file, by event.
type groups map[string][]group

type group struct {
	Matcher *string                      `json:"matcher,omitempty"`
	Hooks   []map[string]json.RawMessage `json:"hooks"`
}

// kept are the members of a handler that may decide whether it fires, and start nothing.
var kept = []string{"if", "once", "statusMessage", "onFailure"}

// recorder is a handler that records, with what is kept of another.
func (p Plan) recorder(dir, name, raw string) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	if raw != "" {
		v, _ := hooks.Parse(raw) // it was read from a file
		for _, k := range kept {
			if m := v.Get(k); m.Kind() != hooks.Absent {
				members[k] = json.RawMessage(m.Raw())
			}
		}
	}
	members["type"] = encode("command")
	members["command"] = encode(p.Recorder[0])
	members["args"] = encode(append(slices.Clone(p.Recorder[1:]), dir, name))
	return members
}

func encode(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("live: %T cannot be encoded: %v", v, err))
	}
	return b
}

// sources sorts the groups of the handlers by the files of the place that they go into.
// The client reads a settings file of the machine, and those that it is started with, as
// one file here. A recorder of its own says of each event that it has happened.
func (p Plan) sources(place offline.Place) map[string]groups {
	dir, extra := record(place), filepath.Join(place.Root, "extra.json")
	files := map[string]groups{}
	add := func(file string, h *Handler, g group) {
		if files[file] == nil {
			files[file] = groups{}
		}
		files[file][string(h.Event)] = append(files[file][string(h.Event)], g)
	}
	plugins := map[string]string{}
	for i := range p.Handlers {
		h := &p.Handlers[i]
		if h.State != "" {
			continue
		}
		file := extra
		switch h.Kind {
		case config.User:
			file = filepath.Join(place.Home, ".claude", "settings.json")
		case config.Project:
			file = filepath.Join(place.Project, ".claude", "settings.json")
		case config.Local:
			file = filepath.Join(place.Project, ".claude", "settings.local.json")
		case config.Plugin:
			if plugins[h.File] == "" {
				plugins[h.File] = filepath.Join(place.Root, fmt.Sprintf("plugin-%d", len(plugins)), "hooks", "hooks.json")
			}
			file = plugins[h.File]
		}
		add(file, h, group{h.Matcher, []map[string]json.RawMessage{p.recorder(dir, fmt.Sprint(i), h.Hook.Handler.Raw)}})
		if config.Known(string(h.Event)) && len(files[extra][string(h.Event)]) == 0 {
			add(extra, h, group{nil, []map[string]json.RawMessage{p.recorder(dir, witness, "")}})
		}
	}
	return files
}

// furnish writes the place, and returns the arguments with which the client uses all of
// it. server is the address of the MCP servers.
func (p Plan) furnish(place offline.Place, server string) (args []string, err error) {
	files := map[string]string{
		filepath.Join(place.Root, "outside", "README.md"):      "Hello.\n",
		filepath.Join(place.Project, "README.md"):              "Hello.\n",
		filepath.Join(place.Project, "CLAUDE.md"):              "Be nice.\n",
		filepath.Join(place.Project, "docs", "README.md"):      "Hello.\n",
		filepath.Join(place.Project, "docs", "CLAUDE.md"):      "Be brief.\n",
		filepath.Join(place.Project, ".git", "HEAD"):           "ref: refs/heads/main\n", // no repository around it counts
		filepath.Join(place.Project, ".git", "refs", "empty"):  "",
		filepath.Join(place.Project, ".git", "objects", "any"): "",
	}
	files[filepath.Join(place.Project, "notebook.ipynb")] = `{"cells":[{"cell_type":"code","id":"a","source":[],"metadata":{},"outputs":[],"execution_count":null}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	for _, name := range p.made.agents {
		files[filepath.Join(place.Project, ".claude", "agents", name+".md")] = "---\nname: " + name + "\ndescription: does nothing\n---\nDo nothing.\n"
	}
	for _, name := range p.made.commands {
		files[filepath.Join(place.Project, ".claude", "commands", name+".md")] = "Say $ARGUMENTS.\n"
	}
	for path, all := range p.sources(place) {
		files[path] = string(encode(map[string]any{"hooks": all}))
		if dir, ok := strings.CutSuffix(path, filepath.Join("hooks", "hooks.json")); ok {
			files[filepath.Join(dir, ".claude-plugin", "plugin.json")] = string(encode(map[string]string{"name": filepath.Base(dir), "version": "1.0.0", "description": "records"}))
			args = append(args, "--plugin-dir", filepath.Clean(dir))
		}
	}
	servers := map[string]any{}
	for name := range p.made.servers {
		servers[name] = map[string]string{"type": "http", "url": server + "/mcp/" + name}
	}
	mcp := filepath.Join(place.Root, "mcp.json")
	files[mcp] = string(encode(map[string]any{"mcpServers": servers}))
	for path, content := range files {
		if err := write(path, content); err != nil {
			return nil, err
		}
	}
	for _, name := range p.made.files {
		// One may be the directory of another; the call then fails, as the client will say.
		_ = write(filepath.Join(place.Project, name), "Hello.\n")
	}
	if err := os.Mkdir(record(place), 0o700); err != nil {
		return nil, err
	}
	return append(args, "--settings", filepath.Join(place.Root, "extra.json"), "--mcp-config", mcp, "--strict-mcp-config", "--permission-mode", "default"), nil
}

func write(path, content string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o600)
}
