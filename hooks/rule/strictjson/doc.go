// Package strictjson reads objects that people write, of which every member must be
// understood. What their members are stands in a table, which everything else that
// handles such an object reads, too:
//
//	var fields = strictjson.Fields[Rule]{
//		{Name: "id", Label: "id", Of: func(r *Rule) strictjson.Value { return strictjson.Name.At(&r.ID) }},
//		{In: "match", Name: "header", Label: "header", Of: func(r *Rule) strictjson.Value { return strictjson.String.At(&r.Match.Header) }},
//	}
//	fault := fields.Read("a rule", value, &rule)
//
// [Members] is for an object without one.
//
// It stops at the first thing that is wrong and says where that is. What several
// members mean together is for the caller to check.
//
// The hook binary links the package, so there is no reflection in it, and a table
// costs nothing when a program starts.
package strictjson
