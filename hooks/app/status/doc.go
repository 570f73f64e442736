// Package status reports what is installed in a settings file and what is wrong with it
// ([Inspect]), what speaks against a plan ([Warnings]) and what follows from one
// ([Consequences]).
//
//	for _, p := range status.Inspect(in, target).Problems {
//		fmt.Println(p.Message, p.Fix)
//	}
//
// It changes nothing.
package status
