package rawfile

import "os"

// Replace gives a file a new content: whole or not at all, since others may read
// it at any time. While another process replaces the file it does nothing: it is
// for what is derived from something else and will be derived again. What a
// process leaves that was stopped (NAME.new) the next one uses up.
func Replace(name string, content []byte) error {
	lock, ok := Lock(name + ".lock")
	if !ok {
		return nil
	}
	defer lock.Close()
	temp := name + ".new"
	// Of the temporary file no more is used than its name: what stands there may
	// be a link to somewhere else.
	if err := os.Remove(temp); err != nil && !os.IsNotExist(err) {
		return err
	}
	f, err := create(temp)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		_ = os.Remove(temp)
	}
	return err
}
