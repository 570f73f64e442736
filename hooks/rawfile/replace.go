package rawfile

import "os"

// Replace gives a file a new content: whole or not at all, since others may read
// it at any time. While another process replaces the file it does nothing: it is
// for what is derived from something else and will be derived again. What a
// process leaves that was stopped (NAME.new) the next one uses up. After a loss of
// power the file may be empty.
func Replace(name string, content []byte) error {
	return replace(name, content, func(*File) error { return nil })
}

// ReplaceSynced is [Replace] for what nothing else tells: its content is on the disk
// before the old one is gone.
func ReplaceSynced(name string, content []byte) error { return replace(name, content, (*File).Sync) }

func replace(name string, content []byte, sync func(*File) error) error {
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
	if _, err = f.Write(content); err == nil {
		err = sync(f)
	}
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
