package safety

import "strings"

// powerfulFiles reports the files in a text that grant access, run automatically, or control what may run.
func powerfulFiles(text string, report func(class, word string)) {
	text = strings.ReplaceAll(strings.ToLower(text), `\`, "/")
	for _, part := range lists.Words("powerful") {
		if strings.Contains(text, part) {
			report(Credentials, part)
			return
		}
	}
}
