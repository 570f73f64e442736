package doctor

import (
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
)

var variables = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(?:\{(\w+)\}|(\w+))`) })

// headers finds variables that are left out of a request's headers (Claude Code 2.1.329): the
// hook must name them and, if the settings limit them, so must the settings.
func headers(h config.Hook, r config.HTTPRequests) (found []Finding) {
	var allowed []string
	for _, name := range gjson.Get(h.Handler.Raw, "allowedEnvVars").Array() {
		allowed = append(allowed, name.Str)
	}
	gjson.Get(h.Handler.Raw, "headers").ForEach(func(header, text gjson.Result) bool {
		for _, m := range variables().FindAllStringSubmatch(text.Str, -1) {
			name := m[1] + m[2]
			f := failing(h, "header-variable", fmt.Sprintf("the header %s is sent without $%s", header.Str, name))
			f.Severity, f.Off = Warning, config.OffNothing
			switch {
			case !slices.Contains(allowed, name):
				f.Why, f.Fix = "the hook's allowedEnvVars does not name the variable",
					fmt.Sprintf(`add "allowedEnvVars": [%q] to the hook`, name)
			case r.Variables != nil && !slices.Contains(r.Variables, name):
				f.Why, f.Fix = "httpHookAllowedEnvVars in the settings does not name the variable", "add it there"
			default:
				continue
			}
			found = append(found, f)
		}
		return true
	})
	return found
}
