// Package watch looks at settings files and the preferences again and again, tells what
// happened to them and, if it is asked to, puts back what was lost.
//
//	w := watch.New(in, false)
//	for _, e := range w.Poll(ctx) {
//		fmt.Println(e.Kind, e.Target.Path, e.What)
//	}
//
// The caller says when to look.
package watch
