package conflict

// Furnish makes the fixture's home below a directory, for tests that cannot be
// in this package because of what they import.
var Furnish = furnish
