package question

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"
)

// ProposalFile is where a project keeps the rules that it proposes, below its
// directory.
const ProposalFile = ".claude/neverask.json"

// ReadProposal returns the content of a project's proposal. A missing file gives
// fs.ErrNotExist. Everything but a regular file of at most [MaxProposal] bytes
// is an error, and so is a symlink that leads out of the project: a repository
// may hold anything. It waits for nothing that a repository could make slow, such
// as a pipe.
func ReadProposal(project string) ([]byte, error) {
	root, err := os.OpenRoot(project)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	// What is looked at first need not be what is opened then, so that is looked
	// at too.
	info, err := root.Stat(ProposalFile)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, fmt.Errorf("%s in %s: %w", ProposalFile, project, err)
	}
	flags := os.O_RDONLY
	if runtime.GOOS != "windows" {
		flags |= syscall.O_NONBLOCK
	}
	f, err := root.OpenFile(ProposalFile, flags, 0)
	if err != nil {
		return nil, fmt.Errorf("%s in %s: %w", ProposalFile, project, err)
	}
	defer f.Close()
	content, err := readRegular(f)
	if err != nil {
		return nil, fmt.Errorf("%s in %s: %w", ProposalFile, project, err)
	}
	return content, nil
}

func readRegular(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > MaxProposal:
		return nil, fmt.Errorf("longer than %d KB", MaxProposal>>10)
	}
	content, err := io.ReadAll(io.LimitReader(f, MaxProposal+1))
	if err == nil && len(content) > MaxProposal {
		err = fmt.Errorf("longer than %d KB", MaxProposal>>10)
	}
	return content, err
}
