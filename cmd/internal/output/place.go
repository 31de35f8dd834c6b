// SPDX-License-Identifier: MIT

package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
)

// place is where an output goes.
type place struct {
	name string      // as the user gave it
	path string      // with links followed, to the last that has a name; empty for a descriptor
	fd   int         // the descriptor that the name stands for, or -1
	info fs.FileInfo // what is there now, nil if nothing is

	foreign bool // an open file of another process
}

// find says where the output of that name goes.
func find(name string, stdout io.Writer) (place, error) {
	p := place{name: name, fd: -1}
	if name == "" || name == "-" {
		p.name, p.fd = "-", 1
	} else if err := p.follow(); err != nil {
		return p, err
	}
	var err error
	switch file, is := stdout.(*os.File); {
	case p.fd == 1 && is:
		p.info, err = file.Stat()
	case p.fd == 1: // a writer of a program in this process
	case p.fd >= 0:
		p.info, err = statDescriptor(p.fd)
	default:
		if p.info, err = os.Stat(p.path); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return p, err
}

// descriptors are the names under which systems show a process its own open files. What
// they lead to is not to be replaced: it is not a name, and a shell may have opened it to
// append.
var descriptors = regexp.MustCompile(`^(?:/dev|/proc/((?:[a-z]+-)?self|[0-9]+))/fd/([0-9]{1,9})$`)

// links is how many links are followed before they are taken for a circle.
const links = 40

// follow follows symbolic links one by one, so that a rename replaces what a link leads to
// and not the link; also one that leads to nothing yet.
func (p *place) follow() error {
	path := p.name
	for range links {
		full := absolute(path)
		switch full {
		case "/dev/stdin":
			p.fd = 0
		case "/dev/stdout":
			p.fd = 1
		case "/dev/stderr":
			p.fd = 2
		default:
			m := descriptors.FindStringSubmatch(full)
			if m == nil {
				break
			}
			if _, err := strconv.Atoi(m[1]); err == nil && m[1] != strconv.Itoa(os.Getpid()) {
				p.path, p.foreign = full, true
				return nil
			}
			p.fd, _ = strconv.Atoi(m[2])
		}
		if p.fd >= 0 {
			return nil
		}
		p.path = path
		to, err := os.Readlink(path)
		if err != nil { // no link, or nothing there
			return nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return errors.New("its links lead round in a circle")
}

// absolute is a name as it would be given from anywhere, links in its directory followed.
func absolute(name string) string {
	full, err := filepath.Abs(name)
	if err != nil {
		return filepath.Clean(name)
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil && filepath.Dir(full) != "/dev/fd" {
		return filepath.Join(dir, filepath.Base(full))
	}
	return full
}

// direct reports whether the output is written where it is, and not replaced.
func (p *place) direct() bool {
	return p.fd >= 0 || p.foreign || (p.info != nil && !p.info.Mode().IsRegular())
}

// same reports whether two outputs are one: under one name, or under several. An
// output that is neither a file nor standard output, such as /dev/null, may be
// written to twice.
func (p *place) same(q *place) bool {
	switch {
	case p.fd >= 0 && p.fd == q.fd:
		return true
	case p.info != nil && q.info != nil:
		return p.info.Mode().IsRegular() && os.SameFile(p.info, q.info)
	case p.info != nil || q.info != nil || p.fd >= 0 || q.fd >= 0:
		return false
	}
	return absolute(p.path) == absolute(q.path)
}

// TwiceError is an output that would be written twice.
type TwiceError struct{ First, Second string }

func (e *TwiceError) Error() string {
	if e.First == e.Second || absolute(e.First) == absolute(e.Second) {
		return e.Second + " would be written twice"
	}
	return fmt.Sprintf("%s and %s are one file: it would be written twice", e.First, e.Second)
}

// OverwriteError is an output that is an input as well.
type OverwriteError struct{ Name string }

func (e *OverwriteError) Error() string {
	return fmt.Sprintf("the output %s is also an input: it would be overwritten", e.Name)
}

// Distinct refuses outputs that are one file, under any names, with a *TwiceError. It refuses an
// output that would replace an input with an *OverwriteError. Empty names stand for no output.
// Input "-" is stdin, output "-" is stdout.
func Distinct(stdin io.Reader, inputs []string, stdout io.Writer, outputs ...string) error {
	var places []place
	for _, name := range outputs {
		if name == "" {
			continue
		}
		p, err := find(name, stdout)
		if err != nil {
			return explain(name, err)
		}
		for i := range places {
			if places[i].same(&p) {
				return &TwiceError{places[i].name, p.name}
			}
		}
		places = append(places, p)
		if p.direct() || p.info == nil {
			continue
		}
		for _, name := range inputs {
			info, err := os.Stat(name)
			if file, is := stdin.(*os.File); name == "-" && is {
				info, err = file.Stat()
			}
			if err == nil && os.SameFile(p.info, info) {
				return &OverwriteError{p.name}
			}
		}
	}
	return nil
}

// scheme is how an address begins, such as s3://bucket/key.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`)

// Scheme is the scheme of a name that looks like an address, with its ://, and "" for other names.
func Scheme(name string) string { return scheme.FindString(name) }

// explain names the file as the user knows it, not by its temporary name.
func explain(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) && Scheme(name) != "" {
		return fmt.Errorf("cannot write %s...: the program writes local files and standard output; copy it there afterwards", Scheme(name))
	}
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}
