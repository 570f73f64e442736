// Package rulestatetest is a world for tests of the screens about rules and questions: a
// [World] is a [changetest.World] with rules, and questions that were asked.
package rulestatetest
