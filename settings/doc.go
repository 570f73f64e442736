// Package settings moves the bytes of JSON settings files safely.
//
// A [Document] is the text of one file. Editing it changes the edited member
// and nothing else: order, indentation, line ends, byte order mark, number
// spelling and escapes of all other bytes stay, additions copy the layout of
// their neighbours, and taking an edit back gives the original bytes.
//
// A [Plan] is the exact change of one file that a person has seen: the bytes
// before and after. [Store.Apply] writes that and nothing recomputed, when the
// file still is what it was; every change is journalled with a backup, so that
// [Store.Undo] can plan the way back.
//
//	f, err := settings.Load(path)
//	doc, err := f.Document.Append(settings.Path{"hooks", "PreToolUse"}, group)
//	plan := f.Plan(doc)
//	// show plan.Before and plan.After, ask
//	receipt, err := store.Apply(ctx, plan, "install")
//
// The package knows JSON and files. What the members of a settings file mean
// is the business of neverask/hooks/claude/config.
package settings
