package clienttest

import (
	"flag"
	"runtime"
	"strconv"
	"testing"

	"neverask/settings/musttest"
)

// Main runs the tests of a package that mostly wait for other programs: twice as many at once
// as there are processors, unless -parallel says otherwise.
func Main(m *testing.M) (code int) {
	flag.Parse()
	told := false
	flag.Visit(func(f *flag.Flag) { told = told || f.Name == "test.parallel" })
	if !told {
		if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
			panic(err) // it is a number, and package testing has the flag
		}
	}
	return musttest.Run(m)
}
