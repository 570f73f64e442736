package transcript

import (
	"cmp"
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"neverask/settings/saferead"
)

// job is a transcript to be read.
type job struct {
	old transcript
	now saferead.Stamp
}

// maxWorkers bounds how many transcripts are read at once, and so the memory used.
const maxWorkers = 4

// done is a worker's report: bytes that it has read, or a transcript that it has finished.
type done struct {
	bytes int
	file  *transcript
	err   error
}

// readFiles reads transcripts, several at once.
func (a *Archive) readFiles(ctx context.Context, jobs []job, progress func(Progress)) error {
	p := Progress{Files: len(jobs)}
	for _, j := range jobs {
		p.Bytes += max(0, j.now.Size-j.old.offset)
	}
	// The largest first, so that none is left for the end while the other workers are idle.
	slices.SortFunc(jobs, func(a, b job) int { return cmp.Compare(b.now.Size, a.now.Size) })
	queue, reports := make(chan job), make(chan done, 16)
	var workers sync.WaitGroup
	for range min(maxWorkers, runtime.GOMAXPROCS(0), len(jobs)) {
		workers.Go(func() { a.work(ctx, queue, reports) })
	}
	go func() {
		for _, j := range jobs {
			queue <- j
		}
		close(queue)
		workers.Wait()
		close(reports)
	}()
	for d := range reports {
		p.BytesDone += int64(d.bytes)
		a.stats.NewBytes += int64(d.bytes)
		switch {
		case d.err != nil:
			if p.FilesDone++; ctx.Err() == nil {
				a.stats.Unreadable++
			}
		case d.file != nil:
			p.FilesDone++
			a.stats.NewFiles++
			a.files[d.file.path] = *d.file
		}
		if progress != nil {
			progress(p)
		}
	}
	return ctx.Err()
}

// reportEvery is how many bytes a worker reads between reports.
const reportEvery = 8 << 20

func (a *Archive) work(ctx context.Context, queue <-chan job, reports chan<- done) {
	buf := make([]byte, blockSize)
	for j := range queue {
		bytes := 0
		out, err := scanFile(ctx, filepath.Join(a.root, filepath.FromSlash(j.old.path)), j.old, j.now, buf, func(n int) {
			if bytes += n; bytes >= reportEvery {
				reports <- done{bytes: bytes}
				bytes = 0
			}
		})
		reports <- done{bytes, &out, err}
	}
}
