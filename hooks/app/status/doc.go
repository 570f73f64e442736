// Package status says what neverask finds: for a settings file ([Inspect]), before a plan
// is applied ([Warnings]) and after it ([Consequences]).
//
//	for _, p := range status.Inspect(in, target).Problems {
//		fmt.Println(p.Message, p.Fix)
//	}
//
// It changes nothing.
package status
