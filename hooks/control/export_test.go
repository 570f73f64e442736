package control

// CheckLeaks is for the tests outside of the package.
var CheckLeaks = checkLeaks
