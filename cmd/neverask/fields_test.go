package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/settings/musttest"
)

var updateFields = flag.Bool("update-fields", false, "write the fields of rules into the schema and the documents")

// TestDocumentsHaveTheFields: the lists of the documents, and what the schema says of
// each field, are made from the tables of fields.
func TestDocumentsHaveTheFields(t *testing.T) {
	whole := func(f strictjson.Field[question.Rule]) bool { return f.In == "" }
	match := func(f strictjson.Field[question.Rule]) bool { return f.In == "match" }
	const rules, schema = "../../docs/rules.md", "../../docs/preferences.schema.json"
	for _, part := range []struct {
		file, after, from, to string
		lines                 []string
	}{
		{rules, "## A rule\n", "\n", "\n", with(2, "match", itsMatch, itemsOf(question.Fields(), whole))},
		{rules, "`match` compares\n", "\n", "\n", itemsOf(question.Fields(), match)},
		{rules, "A tool rule has\n", "\n", "\n", itemsOf(toolrule.Fields(), ofSome[toolrule.Rule])},
		{schema, `"rule": {`, "\"properties\": {\n", "      }", with(2, "match", "", propertiesOf(t, question.Fields(), whole))},
		{schema, `"match": {` + "\n      \"type\"", "\"properties\": {\n", "      }", propertiesOf(t, question.Fields(), match)},
		{schema, `"toolRule": {`, "\"properties\": {\n", "      }", propertiesOf(t, toolrule.Fields(), nil)},
		{rules, "A line has\n", "\n", "\n", with(2, "about", itsAbout, itemsOf(standinganswer.Fields(), func(f strictjson.Field[standinganswer.Line]) bool { return f.In == "" && ofSome(f) }))},
		{schema, `"standingAnswer": {`, "\"properties\": {\n", "      }", with(3, "about", "", propertiesOf(t, standinganswer.Fields(), func(f strictjson.Field[standinganswer.Line]) bool { return f.In == "" }))},
		{schema, `"about": {` + "\n      \"type\"", "\"properties\": {\n", "      }", propertiesOf(t, standinganswer.Fields(), func(f strictjson.Field[standinganswer.Line]) bool { return f.In == "about" })},
	} {
		content := musttest.Read(t, part.file)
		before, rest, ok1 := strings.Cut(string(content), part.after)
		between, rest, ok2 := strings.Cut(rest, part.from)
		is, rest, ok3 := strings.Cut(rest, "\n"+part.to)
		if !ok1 || !ok2 || !ok3 {
			t.Fatalf("%s has no fields after %s", part.file, part.after)
		}
		want := strings.Join(part.lines, "\n")
		switch {
		case is == want:
		case *updateFields:
			if err := os.WriteFile(part.file, []byte(before+part.after+between+part.from+want+"\n"+part.to+rest), 0o644); err != nil { //nolint:gosec // a document
				t.Fatal(err)
			}
		default:
			t.Errorf("%s, after %s: -update-fields writes\n%s", part.file, part.after, want)
		}
	}
}

// What members are that have members of their own.
const (
	itsMatch = "what the question must look like; every field given must match"
	itsAbout = "the `question`, `header` and `options` of a question that the line settles, to count such questions by; Claude is not told it"
)

// with puts a member that has members of its own at its place, in a document with what it is.
func with(at int, name, about string, lines []string) []string {
	line := fmt.Sprintf("* `%s`: %s", name, about)
	if about == "" {
		line = fmt.Sprintf(`        "%s": { "$ref": "#/$defs/%s" },`, name, name)
	}
	return slices.Insert(lines, at, line)
}

// ofSome leaves out the members that question rules, tool rules and standing answers have.
func ofSome[T any](f strictjson.Field[T]) bool {
	return !slices.Contains([]string{"project", "created", "note"}, f.Name)
}

var (
	quotedText = regexp.MustCompile(`"[^"]*"`)
	tag        = regexp.MustCompile(`<[^>]*>`)
)

// meaningOf returns what a field says, with the words that it may hold and what they mean.
func meaningOf[T any](f strictjson.Field[T]) string {
	var words []string
	for _, c := range f.Of(new(T)).Choices() {
		words = append(words, strings.TrimSpace(`"`+c.Word+`" `+c.About))
	}
	switch {
	case words == nil:
		return f.Help
	case strings.HasSuffix(words[0], `"`):
		return f.Help + ": " + strings.Join(words, ", ")
	}
	return f.Help + ": " + strings.Join(words, "; ")
}

// itemsOf returns the items of a list in Markdown.
func itemsOf[T any](fields strictjson.Fields[T], which func(strictjson.Field[T]) bool) (items []string) {
	for _, f := range fields {
		if !which(f) {
			continue
		}
		code := func(s string) string { return "`" + s + "`" }
		about := meaningOf(f)
		about = tag.ReplaceAllStringFunc(quotedText.ReplaceAllStringFunc(about, code), code)
		items = append(items, "* `"+f.Name+"`: "+about)
	}
	return items
}

// propertiesOf returns the properties of an object in a JSON schema.
func propertiesOf[T any](t *testing.T, fields strictjson.Fields[T], which func(strictjson.Field[T]) bool) (lines []string) {
	t.Helper()
	for _, f := range fields {
		if which != nil && !which(f) {
			continue
		}
		v := f.Of(new(T))
		kind := map[any]string{
			strictjson.String: `"$ref": "#/$defs/text"`, strictjson.Name: `"$ref": "#/$defs/id"`, strictjson.Verbatim: `"$ref": "#/$defs/text"`, strictjson.Remark: `"type": "string"`,
			strictjson.Strings: `"$ref": "#/$defs/texts"`, strictjson.Directory: `"$ref": "#/$defs/directory"`, strictjson.Origin: `"$ref": "#/$defs/created"`,
		}[v.Kind()]
		words, err := json.Marshal(strictjson.Words(v.Choices()))
		musttest.Do(t, err)
		words = bytes.ReplaceAll(words, []byte(`","`), []byte(`", "`))
		switch _, one := v.Place().(*string); {
		case len(v.Choices()) > 0 && one:
			kind = `"enum": ` + string(words)
		case len(v.Choices()) > 0:
			kind = `"type": "array", "minItems": 1, "items": { "enum": ` + string(words) + ` }`
		case kind == "": // of a kind that only this field has, which is under its name
			kind = `"$ref": "#/$defs/` + f.Name + `"`
		}
		if f.Name == "oneWay" {
			kind = `"const": "allow"`
		}
		if f.Name == "id" && fmt.Sprintf("%T", *new(T)) != "question.Rule" {
			kind = `"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"`
		}
		switch f.Name {
		case "options":
			kind = `"$ref": "#/$defs/texts"`
		case "message":
			kind += `, "maxLength": 4000`
		case "line":
			kind += fmt.Sprintf(`, "maxLength": %d`, standinganswer.MaxText)
		}
		text := meaningOf(f)
		about, err := json.Marshal(strings.ToUpper(text[:1]) + text[1:] + ".")
		musttest.Do(t, err)
		lines = append(lines, fmt.Sprintf("        %q: { %s, \"description\": %s },", f.Name, kind, strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(about))))
	}
	last := len(lines) - 1
	lines[last] = strings.TrimSuffix(lines[last], ",")
	return lines
}

// TestEveryFieldIsAskedFor: what a person gives as a line has a flag under its label,
// with the words that it may hold to complete it. What has no flag is given elsewhere, or
// by neverask.
func TestEveryFieldIsAskedFor(t *testing.T) {
	root := rootCommand(&cli.App{})
	asked := flagsAndOthers(t, root, question.Fields(), "rules edit")
	if want := []string{"id", "answer", "oneWay", "created"}; !slices.Equal(asked, want) {
		t.Errorf("not by a flag of its own: %q", asked)
	}
	// What a new rule is often given is a dozen flags; those of a standing answer go alone.
	for name, want := range map[string][]string{
		"rules add":  {"answer", "call", "exact", "header", "id", "labels", "marker", "mode", "options", "project", "question", "text", "about", "tell"},
		"rules edit": {"answer", "labels", "text"},
	} {
		cmd, _, err := root.Find(strings.Fields(name))
		musttest.Do(t, err)
		var missing []string
		n := 0
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains([]string{"dry-run", "yes", "json", "diff", "help"}, f.Name) {
				n++
			}
		})
		for _, flag := range want {
			if cmd.Flags().Lookup(flag) == nil {
				missing = append(missing, flag)
			}
		}
		if len(missing) > 0 || name == "rules add" && n != len(want) {
			t.Errorf("%s has %d flags, and not %q", name, n, missing)
		}
	}
	// A new rule gets its tool as an argument.
	withoutTool := slices.DeleteFunc(slices.Clone(toolrule.Fields()), func(f strictjson.Field[toolrule.Rule]) bool { return f.Name == "tool" })
	for name, fields := range map[string]strictjson.Fields[toolrule.Rule]{"rules add tool": withoutTool, "rules edit": toolrule.Fields()} {
		asked = flagsAndOthers(t, root, fields, name)
		if want := []string{"id", "when", "patch", "created"}; !slices.Equal(asked, want) {
			t.Errorf("%s: not by a flag of its own: %q", name, asked)
		}
	}
	// A standing answer shares the flag of what a rule answers.
	withoutAnswer := slices.DeleteFunc(slices.Clone(standinganswer.Fields()), func(f strictjson.Field[standinganswer.Line]) bool { return f.Name == "answer" })
	asked = flagsAndOthers(t, root, withoutAnswer, "rules edit")
	if want := []string{"id", "header", "options", "created"}; !slices.Equal(asked, want) {
		t.Errorf("of a standing answer not by a flag: %q", asked)
	}
}

// flagsAndOthers checks the flags for fields, and returns the names of fields without.
func flagsAndOthers[T any](t *testing.T, root *cobra.Command, fields strictjson.Fields[T], commands ...string) (others []string) {
	t.Helper()
	for _, f := range fields {
		v := f.Of(new(T))
		_, answer := v.Place().(*question.Answer)
		if !v.Given() || answer {
			others = append(others, f.Name)
			continue
		}
		for _, name := range commands {
			cmd, _, err := root.Find(strings.Fields(name))
			if err != nil || cmd.Flags().Lookup(f.Label) == nil || !strings.Contains(cmd.Flags().Lookup(f.Label).Usage, f.Usage()) {
				t.Errorf("%s has no --%s for %s", name, f.Label, f.Name)
				continue
			}
			if _, completed := cmd.GetFlagCompletionFunc(f.Label); !completed && len(v.Choices()) > 0 {
				t.Errorf("%s --%s is not completed", name, f.Label)
			}
		}
	}
	return others
}
