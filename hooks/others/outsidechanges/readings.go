package outsidechanges

import (
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// parse reads the hooks of a document, and returns their text too.
func parse(doc settings.Document) (items []Item, text string, err error) {
	groups, err := config.Read(doc)
	if err != nil {
		return nil, "", err
	}
	v, _ := doc.Get("hooks")
	return hooksOf(groups), v.Raw, nil
}

// readings caches the hooks of file contents, and of their "hooks" members, by text: most
// successive contents in the change log have the same hooks.
type readings struct{ contents, members map[string][]Item }

func newReadings(content []byte, member string, items []Item) readings {
	return readings{map[string][]Item{string(content): items}, map[string][]Item{member: items}}
}

// of reads the hooks in a file's content; nil means no file.
func (r readings) of(content []byte) ([]Item, error) {
	if items, known := r.contents[string(content)]; known {
		return items, nil
	}
	doc, err := settings.Parse(content)
	if err != nil {
		return nil, err
	}
	v, _ := doc.Get("hooks")
	items, known := r.members[v.Raw]
	if !known {
		if items, _, err = parse(doc); err != nil {
			return nil, err
		}
	}
	r.members[v.Raw], r.contents[string(content)] = items, items
	return items, nil
}
