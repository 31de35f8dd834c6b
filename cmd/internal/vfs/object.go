// SPDX-License-Identifier: MIT

package vfs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// What is asked for at once of the beginning of an object and, where any place is read, of its end: with these, small
// objects are one request, and footers one more.
const firstBytes, lastBytes = 1 << 18, 1 << 17

// info is what a server says of an object, as of a file.
type info struct {
	name string
	size int64
	time time.Time
	tag  string
	dir  bool
}

func (i *info) Name() string       { return i.name }
func (i *info) Size() int64        { return i.size }
func (i *info) ModTime() time.Time { return i.time }
func (i *info) IsDir() bool        { return i.dir }
func (i *info) Sys() any           { return i.tag }
func (i *info) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir
	}
	return 0
}

// infoOf reads what an answer says of an object.
func (a *address) infoOf(r *http.Response, size int64) *info {
	at, _ := http.ParseTime(r.Header.Get("Last-Modified"))
	i := &info{name: path.Base(a.key), size: size, time: at, tag: r.Header.Get("ETag")}
	if i.tag == "" || strings.HasPrefix(i.tag, "W/") { // which may be that of other bytes
		i.tag = ""
		if !at.IsZero() {
			i.tag = fmt.Sprintf("%d bytes of %s", size, r.Header.Get("Last-Modified"))
		}
	}
	return i
}

// stat asks what there is of an object.
func (a *address) stat(ctx context.Context) (*info, error) {
	r, err := a.do(ctx, &request{method: http.MethodHead, key: a.key}, http.StatusOK)
	if err != nil {
		return nil, err
	}
	r.Body.Close()
	return a.infoOf(r, r.ContentLength), nil
}

// object is one that is read. Read is for one goroutine, ReadAt and Section for any.
type object struct {
	address
	*info
	ctx    context.Context // until Close
	stop   context.CancelFunc
	head   []byte
	taken  int  // of head, by Read
	ranged bool // any place can be read
	next   stream
	once   sync.Once
	tail   []byte
}

// open begins to read an object, whose size and beginning come with the first answer.
func (a *address) open(ctx context.Context) (o *object, err error) {
	all, end := context.WithCancel(ctx)
	defer func() {
		if err != nil {
			end()
		}
	}()
	o = &object{address: *a, ctx: all, stop: end}
	o.next = stream{object: o, end: -1}
	inner, stop := context.WithCancel(all)
	q := &request{method: http.MethodGet, key: a.key, header: map[string]string{"Range": fmt.Sprintf("bytes=0-%d", firstBytes-1)}}
	r, err := a.do(inner, q, http.StatusOK, http.StatusPartialContent, http.StatusRequestedRangeNotSatisfiable)
	if err != nil {
		stop()
		return nil, err
	}
	body := &watched{r.Body, stop}
	if r.StatusCode == http.StatusOK { // all of it, since the server knows no ranges
		o.info, o.next.body = a.infoOf(r, r.ContentLength), body
		return o, nil
	}
	defer body.Close()
	if r.StatusCode == http.StatusRequestedRangeNotSatisfiable { // there is nothing in it
		if o.info, err = a.stat(all); err == nil && o.size != 0 {
			err = errors.New("the server gives no part of it")
		}
		return o, err
	}
	from, size := rangeOf(r)
	if from != 0 || size < 0 {
		return nil, errors.New("the server does not say how large it is")
	}
	o.info, o.ranged = a.infoOf(r, size), true
	o.head = make([]byte, min(size, firstBytes))
	n, _ := io.ReadFull(body, o.head) // what is missing is asked for again
	o.head = o.head[:n]
	o.next.at, o.next.end = int64(n), size
	return o, ctx.Err()
}

// get asks for bytes from a place on, up to another.
func (o *object) get(from, to int64) (*watched, error) {
	ctx, stop := context.WithCancel(o.ctx)
	q := &request{method: http.MethodGet, key: o.key, header: map[string]string{"Range": fmt.Sprintf("bytes=%d-%d", from, to-1)}}
	if strings.HasPrefix(o.tag, `"`) {
		q.header["If-Match"] = o.tag
	}
	r, err := o.do(ctx, q, http.StatusPartialContent, http.StatusOK, http.StatusRequestedRangeNotSatisfiable)
	if err == nil {
		at, size := rangeOf(r)
		if i := o.infoOf(r, size); size != o.size || i.tag != o.tag {
			err = ErrChanged
		} else if r.StatusCode != http.StatusPartialContent || at != from {
			err = errors.New("the server gives other bytes of it than those that it was asked for")
		}
		if err == nil {
			return &watched{r.Body, stop}, nil
		}
		r.Body.Close()
	}
	stop()
	return nil, err
}

// stream reads on and on, and asks again for what was lost.
type stream struct {
	object  *object
	at, end int64 // -1 if it ends where the first answer does
	body    *watched
	failed  int // times, since something came
}

func (s *stream) Read(p []byte) (n int, err error) {
	n, err = s.read(p)
	return n, s.object.explain(err)
}

func (s *stream) read(p []byte) (n int, err error) {
	o := s.object
	for len(p) > 0 {
		if s.at == s.end || s.body == nil && s.end < 0 {
			return 0, io.EOF
		}
		if s.body == nil {
			if s.body, err = o.get(s.at, s.end); err != nil {
				return 0, err
			}
		}
		if s.end >= 0 { // a server may send more than it was asked for
			p = p[:min(int64(len(p)), s.end-s.at)]
		}
		n, err = s.body.Read(p)
		if s.at += int64(n); n > 0 {
			s.failed = 0
		}
		if err == nil && n > 0 {
			return n, nil
		}
		if err != nil {
			s.body.Close()
			s.body = nil
		}
		switch {
		case n > 0 && (s.end >= 0 || err == io.EOF):
			return n, nil // what is wrong is seen by who reads on
		case s.end < 0 && (err == nil || err == io.EOF):
			return n, err
		case s.end < 0:
			return n, &lost{bare(err)}
		case o.ctx.Err() != nil:
			return 0, o.ctx.Err()
		}
		if s.failed++; s.failed > tries {
			return 0, &lost{io.ErrUnexpectedEOF}
		}
		if err := sleep(o.ctx, gap<<s.failed); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

func (s *stream) close() {
	if s.body != nil {
		s.body.Close()
		s.body = nil
	}
}

// Read reads on from the beginning.
func (o *object) Read(p []byte) (int, error) {
	if o.taken < len(o.head) {
		n := copy(p, o.head[o.taken:])
		o.taken += n
		return n, nil
	}
	return o.next.Read(p)
}

// Section reads on from one place to another.
func (o *object) Section(from, to int64) io.Reader {
	from = min(from, o.size)
	to = min(max(from, to), o.size)
	head := o.head[min(from, int64(len(o.head))):min(to, int64(len(o.head)))]
	return io.MultiReader(bytes.NewReader(head), &stream{object: o, at: from + int64(len(head)), end: to})
}

// ReadAt reads from any place.
func (o *object) ReadAt(p []byte, at int64) (n int, err error) {
	switch {
	case len(p) == 0:
		return 0, nil
	case at < 0 || at >= o.size:
		return 0, io.EOF
	}
	to := min(at+int64(len(p)), o.size)
	want, tail := p[:to-at], max(o.size-lastBytes, 0)
	if at >= tail {
		o.once.Do(func() {
			data := make([]byte, o.size-tail)
			if _, err := o.fill(data, tail); err == nil { // else who reads it finds out
				o.tail = data
			}
		})
	}
	switch {
	case to <= int64(len(o.head)):
		n = copy(want, o.head[at:])
	case at >= tail && o.tail != nil:
		n = copy(want, o.tail[at-tail:])
	default:
		n, err = o.fill(want, at)
	}
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, o.explain(err)
}

// fill reads bytes from a place of an object, which has so many there.
func (o *object) fill(p []byte, at int64) (int, error) {
	if !o.ranged {
		return 0, errors.New("the server knows no ranges of bytes, and this needs them: download it first")
	}
	s := &stream{object: o, at: at, end: at + int64(len(p))}
	defer s.close()
	for n := 0; n < len(p); {
		k, err := s.read(p[n:])
		if n += k; err != nil {
			return n, err
		}
	}
	return len(p), nil
}

// Far reports whether a read at any place takes a request, so that few large ones are better.
func (o *object) Far() bool { return true }

// Stat says what there was of the object when it was opened.
func (o *object) Stat() (fs.FileInfo, error) { return o.info, nil }

// Ranged reports whether any place can be read.
func (o *object) Ranged() bool { return o.ranged }

// Close ends what is still read.
func (o *object) Close() error {
	o.stop()
	return nil
}

// explain names the object.
func (o *object) explain(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return explained(o.ctx, "read", &o.address, err)
}
