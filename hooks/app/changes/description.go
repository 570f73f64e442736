package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/paths"
	"neverask/hooks/rule/standinganswer"
	"neverask/settings"
)

// Contents returns a file's content before and after a change; ok is false if it is no longer
// kept.
type Contents func(settings.Receipt) (before, after []byte, ok bool)

// descriptionWords say what operations did, followed by their objects.
var descriptionWords = map[string]string{
	"install": "install the ", "uninstall": "remove the ", "record off": "stop the ",
	"resolve": "exclude from questions: ", "restore": "restore ",
	"park": "park ", "unpark": "restore ", "remove": "delete ",
	"undo": "undo: ",
	"fix":  "repair ", "recover": "restore ",
	"suggest": "add the rule ", "rules suggest": "add the rule ", // the former is no longer written
	"rules add": "add the rule ", "rules rm": "delete the rule ", "rules edit": "change the rule ",
	"rules mode": "change the mode of the rule ", "rules wrong": "mark the answer wrong: ",
	"rules move": "move the rule ", "rules import": "import the rule ", "rules option": "change ",
}

// Parts returns the receipts of the change that r belongs to.
func Parts(all []settings.Receipt, r settings.Receipt) []settings.Receipt {
	var parts []settings.Receipt
	for i := range all {
		if planner.First(all[i]) == planner.First(r) {
			parts = append(parts, all[i])
		}
	}
	if len(parts) == 0 { // r is newer than all
		return []settings.Receipt{r}
	}
	return parts
}

// Description describes the change that a receipt belongs to.
func Description(all []settings.Receipt, r settings.Receipt, contents Contents) string {
	return Describe(Parts(all, r), contents, func(id string) string {
		if i := slices.IndexFunc(all, func(p settings.Receipt) bool { return p.ID == id }); i >= 0 {
			return Description(all, all[i], contents)
		}
		return ""
	})
}

// Describe says what an operation did, and to what. before describes the earlier change that
// has a part with that ID.
func Describe(parts []settings.Receipt, contents Contents, before func(id string) string) string {
	r := parts[0]
	words, known := descriptionWords[r.Op]
	switch {
	case !known:
		words = r.Op + " "
	case r.Op == "install", r.Op == "uninstall", r.Op == "record off":
		var what []config.Installable
		for _, part := range parts {
			what = append(what, Affected(part)...)
		}
		switch resolution := resolutionTaken(r); {
		case len(what) > 0:
			return words + config.Join(what)
		case r.Op != "install" || resolution == "":
			return words + "hooks"
		default:
			words = resolution
		}
	case r.Op == "resolve":
		words = cmp.Or(resolutionTaken(r), words)
	case r.Op == settings.Undoing:
		return words + before(r.Undoes)
	}
	var objects []string
	if r.Op == opRules {
		words = toolWords(parts)
	}
	if inLines(r) {
		words = strings.Replace(words, " rule ", " standing answer ", 1)
	}
	for _, part := range parts {
		if part.ID != r.ID && (r.Op == opRules || len(objects) > 0 && strings.HasPrefix(r.Op, opRules+" ")) {
			break // the entries in settings files follow from the rules
		}
		for _, name := range objectsOf(part) {
			if !slices.Contains(objects, name) {
				objects = append(objects, name)
			}
		}
	}
	if len(objects) == 0 {
		objects = ruleWithin(r, contents)
	}
	switch {
	case len(objects) == 0 && r.Op == "fix":
		return words + "the settings"
	case len(objects) == 0:
		return strings.TrimRight(words, ": ")
	}
	return naming(words, objects)
}

// naming says what was done to objects, and names one of them: a question may be long.
func naming(words string, objects []string) string {
	if len(objects) > 1 {
		words = strings.NewReplacer(" rule ", " rules ", " standing answer ", " standing answers ").Replace(words)
	}
	text := words + objects[0]
	if n := len(objects) - 1; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// resolutionTaken says how a change resolved a conflict of a hook; "" if it did something else.
func resolutionTaken(r settings.Receipt) string {
	switch out := func(e settings.Edit) bool { return e.New == "" }; {
	case len(r.Edits) == 0 || len(r.Edits[0].Path) == 0 || r.Edits[0].Path[0] != "hooks" ||
		strings.Contains(r.Edits[0].Old, paths.HookName):
		return ""
	case slices.ContainsFunc(r.Edits, out):
		return "park "
	}
	return "narrow "
}

// opRules is a change of tool rules.
const opRules = "rules"

// toolWords says whether tool rules are added, deleted or changed.
func toolWords(parts []settings.Receipt) string {
	came, went := false, false
	for _, e := range parts[0].Edits {
		named := len(ObjectsIn(gjson.Parse(e.New+e.Old))) > 0
		came, went = came || named && e.Old == "", went || named && e.New == ""
	}
	switch {
	case came && !went:
		return "add the tool rule "
	case went && !came:
		return "delete the tool rule "
	}
	return "change the tool rule "
}

// objectsOf names the hooks or rules that a change is about: those that come or go, otherwise
// those inside what it edits.
func objectsOf(r settings.Receipt) []string {
	var came, went []string
	if strings.HasSuffix(r.Op, " option") && len(r.Edits) > 0 {
		e := r.Edits[len(r.Edits)-1]
		name := strings.TrimPrefix(strings.Join(append(slices.Clone(e.Path), e.Key), "."), ".")
		return []string{"the option " + name + ": " + strings.Trim(e.New, `"`)}
	}
	for _, e := range r.Edits {
		came = append(came, ObjectsIn(gjson.Parse(e.New))...)
		went = append(went, ObjectsIn(gjson.Parse(e.Old))...)
	}
	only := func(all, without []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(without, s) })
	}
	for _, names := range [][]string{only(came, went), only(went, came), came, went} {
		if len(names) > 0 {
			return names
		}
	}
	return nil
}

// inLines reports whether a change of rules is about standing answers.
func inLines(r settings.Receipt) bool {
	if !strings.HasPrefix(r.Op, opRules+" ") || len(r.Edits) == 0 {
		return false
	}
	e := r.Edits[0]
	return append(slices.Clone(e.Path), e.Key)[0] == standinganswer.Member
}

// ruleWithin names the rule of which a change edited a part, which the edits alone do not
// show.
func ruleWithin(r settings.Receipt, contents Contents) []string {
	if len(r.Edits) == 0 || len(r.Edits[0].Path) < 2 ||
		!inLines(r) && !strings.HasSuffix(strings.ToLower(r.Edits[0].Path[0]), "rules") {
		return nil
	}
	_, after, _ := contents(r)
	return ObjectsIn(gjson.GetBytes(after, strings.Join(r.Edits[0].Path[:2], ".")))
}

// ObjectsIn finds the hooks and rules in a value, at any depth.
func ObjectsIn(v gjson.Result) (names []string) {
	switch {
	case v.IsObject() && diffview.RuleName(v) != "":
		names = append(names, diffview.RuleName(v))
	case v.IsObject() && v.Get("tool").Exists() && v.Get("act").Exists():
		names = append(names, v.Get("act").String()+" "+v.Get("tool").String())
	case v.IsObject() && v.Get("type").Type == gjson.String:
		names = append(names, handlerName(v.Raw))
	case v.IsObject(), v.IsArray():
		v.ForEach(func(_, value gjson.Result) bool {
			names = append(names, ObjectsIn(value)...)
			return true
		})
	}
	return names
}

// handlerName names what a handler runs: in quotes, because a command may read like a word of the text.
func handlerName(raw string) string {
	doc, err := settings.Document{}.Append(settings.Path{"hooks", "Stop"}, `{"hooks":[`+raw+`]}`)
	if err != nil {
		return "a hook"
	}
	groups, err := config.Read(doc)
	if err != nil {
		return "a hook"
	}
	return "“" + diffview.RedactCommand(groups[0].Handlers[0].Summary()) + "”"
}
