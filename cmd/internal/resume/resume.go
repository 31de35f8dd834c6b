// SPDX-License-Identifier: MIT

package resume

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"daylight/cmd/internal/filelock"
	"daylight/cmd/internal/output"
)

// Job identifies a run: it can be gone on with by one for which all of this is the same.
type Job struct {
	By        output.Program `json:"by"`
	Arguments string         `json:"arguments"`
	Inputs    []Input        `json:"inputs"`
}

// Input is a file as it was: its full name, its size, and what stands for all that was read of it.
type Input struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	Digest string `json:"digest"`
}

// differs says in what o is another run than j, or nothing.
func (j *Job) differs(o *Job) string {
	switch {
	case j.By != o.By:
		return fmt.Sprintf("it was made by %v, and this is %v", o.By, j.By)
	case j.Arguments != o.Arguments:
		return fmt.Sprintf("it is of a run with other arguments: %s", o.Arguments)
	case len(j.Inputs) != len(o.Inputs):
		return fmt.Sprintf("it is of a run whose input files are %d", len(o.Inputs))
	}
	for i, in := range j.Inputs {
		if was := o.Inputs[i]; in.Name != was.Name {
			return fmt.Sprintf("it is of a run that read %s", was.Name)
		} else if in != was {
			return fmt.Sprintf("%s has changed since", in.Name)
		}
	}
	return ""
}

// state is what the second file holds.
type state struct {
	Job   Job             `json:"job"`
	By    Runner          `json:"by"`
	Done  int             `json:"done"`
	Bytes int64           `json:"bytes"`
	Sum   uint32          `json:"crc32c"`
	Notes json.RawMessage `json:"notes,omitempty"`
	Own   uint32          `json:"own_crc32c"` // of all the others
}

// own is the checksum of a state but for the one that it holds.
func (s state) own() (uint32, error) {
	s.Own = 0
	text, err := json.Marshal(&s)
	return crc32.Checksum(text, castagnoli), err
}

// Runner is the process that a run is.
type Runner struct {
	PID  int    `json:"pid"`
	Host string `json:"host"`
}

func thisProcess() Runner {
	host, err := os.Hostname()
	if err != nil {
		host = "a machine without a name"
	}
	return Runner{os.Getpid(), host}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Work is what has been written of an output. It is used by one goroutine.
type Work struct {
	name  string // of the output
	at    state
	file  *os.File
	buf   *bufio.Writer
	len   int64
	sum   uint32
	told  time.Time
	notes any // of the last Mark
	// since is when the file was last written before this run.
	since time.Time
}

// BusyError says that another run writes the same output.
type BusyError struct {
	Name string // of the output
	By   Runner // the zero value if it is not known
}

func (e *BusyError) Error() string {
	if e.By.PID == 0 {
		return fmt.Sprintf("another run with --resume is writing %s: wait for it, or give another --out", e.Name)
	}
	return fmt.Sprintf("another run with --resume is writing %s, process %d on %s: wait for it, or give another --out", e.Name, e.By.PID, e.By.Host)
}

// Open begins a run, or goes on with one. Notes, if there are any of a run
// that was stopped, are what the last Mark of it was given. While another run has the output open,
// also on another machine if the file system tells, it returns a *BusyError.
func Open(out string, job Job) (w *Work, notes json.RawMessage, err error) {
	if info, err := os.Stat(out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, nil, fmt.Errorf("%s is no plain file, and only such an output can be gone on with", out)
	}
	w = &Work{name: out, at: state{Job: job, By: thisProcess()}}
	if err := w.lock(); err != nil {
		return nil, nil, err
	}
	if err := w.begin(); err != nil {
		w.file.Close()
		return nil, nil, err
	}
	w.buf = bufio.NewWriterSize(w.file, 1<<20)
	return w, w.at.Notes, nil
}

// lock opens the file that holds what is done, or makes one, and locks it. Where there are no locks
// it goes on without.
func (w *Work) lock() error {
	for {
		is, err := os.Lstat(w.partial())
		how := os.O_RDWR
		switch {
		case errors.Is(err, fs.ErrNotExist):
			how |= os.O_CREATE | os.O_EXCL
		case err != nil:
			return err
		case !is.Mode().IsRegular() || linked(is):
			return fmt.Errorf("%s is a link or no plain file, and may be somebody else's: remove it", w.partial())
		default:
			w.since = is.ModTime()
		}
		if w.file, err = os.OpenFile(w.partial(), how, 0o666); errors.Is(err, fs.ErrExist) || is != nil && errors.Is(err, fs.ErrNotExist) {
			continue // another run has just made or removed it
		} else if err != nil {
			return err
		}
		locked := filelock.Try(w.file)
		// Another run may have removed it before the lock, or somebody have put a link in its place.
		opened, err := w.file.Stat()
		if is, lost := os.Lstat(w.partial()); err == nil && lost == nil && os.SameFile(is, opened) {
			if !errors.Is(locked, filelock.ErrHeld) {
				return nil
			}
			w.file.Close()
			busy := &BusyError{Name: w.name}
			if text, err := os.ReadFile(w.journal()); err == nil {
				var at state
				_ = json.Unmarshal(text, &at) // then it is not known
				busy.By = at.By
			}
			return busy
		}
		w.file.Close()
		if err != nil {
			return err
		}
	}
}

// begin finds out what is done.
func (w *Work) begin() error {
	anew := fmt.Sprintf("remove it and %s to begin anew", w.journal())
	text, err := os.ReadFile(w.journal())
	switch {
	case err == nil:
		if err = w.check(text); err == nil {
			err = w.seek()
		}
		if err != nil {
			return fmt.Errorf("cannot go on from %s: %w (%s)", w.partial(), err, anew)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	default: // a run may have been killed between the two
		if info, err := w.file.Stat(); err != nil || info.Size() > 0 {
			return errors.Join(err, fmt.Errorf("there is a file %s, and no %s says of which run: remove it", w.partial(), w.journal()))
		}
	}
	return w.note() // who has it now
}

// Name is that of the file which holds what is done.
func (w *Work) Name() string { return w.partial() }

// Since is when the file was last written before this run; it is the zero time if there was none.
func (w *Work) Since() time.Time { return w.since }

func (w *Work) partial() string { return w.name + ".partial" }
func (w *Work) journal() string { return w.partial() + ".json" }

func (w *Work) check(text []byte) error {
	var was state
	if err := json.Unmarshal(text, &was); err != nil {
		return fmt.Errorf("%s is damaged: %w", w.journal(), err)
	}
	if why := w.at.Job.differs(&was.Job); why != "" {
		return errors.New(why)
	}
	if sum, err := was.own(); err != nil || sum != was.Own {
		return errors.Join(err, fmt.Errorf("%s is damaged: it is not what was written", w.journal()))
	}
	was.By = w.at.By
	w.at = was
	return nil
}

// seek cuts off what was written after the last mark, and checks the rest.
func (w *Work) seek() error {
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < w.at.Bytes {
		return fmt.Errorf("it has %d bytes of the %d that were written", info.Size(), w.at.Bytes)
	}
	sum := crc32.New(castagnoli)
	if _, err := io.CopyN(sum, w.file, w.at.Bytes); err != nil {
		return err
	}
	if sum.Sum32() != w.at.Sum {
		return errors.New("it is not what was written")
	}
	if err := w.file.Truncate(w.at.Bytes); err != nil {
		return err
	}
	w.len, w.sum = w.at.Bytes, w.at.Sum
	return nil
}

// Done is how many steps are done.
func (w *Work) Done() int { return w.at.Done }

// Write appends to what there is.
func (w *Work) Write(p []byte) (int, error) {
	n, err := w.buf.Write(p)
	w.sum = crc32.Update(w.sum, castagnoli, p[:n])
	w.len += int64(n)
	return n, err
}

// seldom is how long a run works on before it makes sure of what it has done.
const seldom = time.Second

// Mark says that what has been written so far is all of the first done steps. Now and then
// that is made sure of on the disk, with notes about it, which are not to change until the next.
func (w *Work) Mark(done int, notes any) error {
	w.at.Done, w.at.Bytes, w.at.Sum, w.notes = done, w.len, w.sum, notes
	now := time.Now()
	if now.Sub(w.told) < seldom {
		return nil
	}
	w.told = now
	return w.save()
}

// syncFile is for tests, which look at what is there by then.
var syncFile = (*os.File).Sync

// save makes sure of the last mark. What was written after it does no harm.
func (w *Work) save() error {
	if err := errors.Join(w.buf.Flush(), syncFile(w.file)); err != nil {
		return fmt.Errorf("cannot write %s: %w", w.partial(), err)
	}
	if w.notes != nil {
		text, err := json.Marshal(w.notes)
		if err != nil {
			return err
		}
		w.at.Notes = text
	}
	return w.note()
}

// note replaces the second file.
func (w *Work) note() (err error) {
	if w.at.Own, err = w.at.own(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(&w.at, "", "  ")
	if err != nil {
		return err
	}
	return output.Replace(w.journal(), append(text, '\n'))
}

// Close leaves what has been done for another run, or nothing if nothing has been.
func (w *Work) Close() error {
	if w.file == nil {
		return nil
	}
	var err error
	if w.at.Done > 0 {
		err = w.save()
	}
	return errors.Join(err, w.end(w.at.Done == 0))
}

// ReadAt reads from any place of what was written, by whichever runs.
func (w *Work) ReadAt(p []byte, at int64) (int, error) {
	if w.buf.Buffered() > 0 {
		if err := w.buf.Flush(); err != nil {
			return 0, err
		}
	}
	return w.file.ReadAt(p, at)
}

// Reset begins anew.
func (w *Work) Reset() error {
	w.buf.Reset(w.file)
	w.at.Done, w.at.Bytes, w.at.Sum, w.at.Notes, w.len, w.sum = 0, 0, 0, nil, 0, 0
	_, err := w.file.Seek(0, io.SeekStart)
	return errors.Join(err, w.file.Truncate(0), w.note())
}

// Remove ends the run, whose output is complete.
func (w *Work) Remove() error { return w.end(true) }

// end lets go of the lock, and before that of the files if they are to go: Windows alone removes no
// file that is open.
func (w *Work) end(remove bool) error {
	file := w.file
	w.file = nil
	var all []error
	if runtime.GOOS == "windows" {
		all = append(all, file.Close())
	}
	for _, name := range []string{w.journal(), w.partial()} {
		if !remove {
			break
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = append(all, err)
		}
	}
	if runtime.GOOS != "windows" {
		all = append(all, file.Close())
	}
	return errors.Join(all...)
}
