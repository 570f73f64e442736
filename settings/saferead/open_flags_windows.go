package saferead

// openFlags is 0 on Windows, where opening a named file never waits.
const openFlags = 0
