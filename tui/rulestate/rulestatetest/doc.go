// Package rulestatetest has a world for tests of the screens about rules and questions: a
// [World] is a [changetest.World] with rules and past questions.
package rulestatetest
