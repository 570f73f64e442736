package question

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"neverask/settings/foreign"
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
	content, err := foreign.ReadIn(root, ProposalFile, MaxProposal)
	if err != nil {
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return nil, fmt.Errorf("%s in %s: %w", ProposalFile, project, err)
	}
	return content, nil
}
