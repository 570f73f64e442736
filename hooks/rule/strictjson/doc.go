// Package strictjson reads objects that people write by hand, and refuses members it does not know. One table of
// fields serves everything that handles such an object:
//
//	var fields = strictjson.Fields[Rule]{
//		{Name: "id", Label: "id", Of: func(r *Rule) strictjson.Value { return strictjson.Name.At(&r.ID) }},
//		{In: "match", Name: "header", Label: "header", Of: func(r *Rule) strictjson.Value { return strictjson.String.At(&r.Match.Header) }},
//	}
//	fault := fields.Read("a rule", value, &rule)
//
// [Members] is for an object without a table.
//
// Reading stops at the first mistake and says where it is. The caller checks what several
// members mean together.
//
// The hook binary links the package, so it uses no reflection, and a table costs nothing
// when a program starts.
package strictjson
