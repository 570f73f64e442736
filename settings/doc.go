// Package settings edits JSON settings files safely.
//
// A [Document] is the text of one file. An edit changes only the edited member: order,
// indentation, line ends, byte order mark, number spelling and escapes of all other
// bytes stay, additions copy the layout of their neighbours, and undoing an edit
// restores the original bytes.
//
// A [Plan] is the exact change of one file that a person has seen: the bytes before and
// after. [Store.Apply] writes exactly these, and only if the file is still the same.
// Every change is recorded with a backup, so that [Store.Undo] can plan its undo.
//
//	f, err := settings.Load(path)
//	doc, err := f.Document.Append(settings.Path{"hooks", "PreToolUse"}, group)
//	plan := f.Plan(doc)
//	// show plan.Before and plan.After, ask
//	receipt, err := store.Apply(ctx, plan, "install")
//
// The package knows only JSON and files; neverask/hooks/claude/config knows what the
// members of a settings file mean.
package settings
