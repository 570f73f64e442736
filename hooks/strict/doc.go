// Package strict reads objects that people write, of which every member must be
// understood.
//
//	fault := strict.Members("a rule", value, func(m hooks.Member) *strict.Fault {
//		switch m.Name {
//		case "id":
//			return strict.Text(m, &rule.ID)
//		}
//		return strict.Unknown(m)
//	})
//
// It stops at the first thing that is wrong and says where that is. What several
// members mean together is for the caller to check.
//
// The hook binary links the package, so there is no reflection in it.
package strict
