package foreign

import "os"

// aside is nothing on Windows, where no file that can be named waits when it is
// opened.
const aside = 0

// readNow reads what is there.
func readNow(f *os.File, b []byte) (int, error) { return f.Read(b) }
