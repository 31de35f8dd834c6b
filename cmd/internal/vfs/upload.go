// SPDX-License-Identifier: MIT

package vfs

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"
)

// partSize is how many bytes are sent at a time. There may be 10,000 parts: after each thousand they are twice as large.
const partSize = 16 << 20

// least is partSize but for tests.
var least = partSize

// Upload is an object that is written, and appears when Commit is called. It is used by one goroutine. What is not yet sent
// is in memory, or for https:// in a temporary file.
type Upload struct {
	address
	buf   []byte
	file  *os.File // of https
	id    string   // of the upload in parts
	parts []part
}

type part struct {
	PartNumber int
	ETag       string
}

// begun lists the uploads in parts that have begun, for Abandon.
var begun struct {
	sync.Mutex
	all map[*Upload]bool
}

// Create begins to write an object. It fails if there may be none of that name, but for https://, where only writing shows it.
func Create(name string) (*Upload, error) {
	a, err := parse(name)
	if err == nil && a.key == "" {
		err = errors.New("this names no object, only where it is to be")
	}
	if err != nil {
		return nil, explained(context.Background(), "create", &a, err)
	}
	u := &Upload{address: a}
	if a.scheme != "https" {
		if err := u.begin(); err != nil {
			return nil, u.explain(err)
		}
	} else {
		if u.file, err = os.CreateTemp("", "daylight-*"); err != nil {
			return nil, err
		}
		_ = os.Remove(u.file.Name()) // where that can be; else Discard removes it
	}
	return u, nil
}

// Write takes what is to be in the object.
func (u *Upload) Write(p []byte) (int, error) {
	if u.file != nil {
		return u.file.Write(p)
	}
	for rest := p; len(rest) > 0; {
		size := least << (len(u.parts) / 1000)
		if len(u.buf) == size {
			if err := u.send(); err != nil {
				return len(p) - len(rest), u.explain(err)
			}
		}
		n := min(size-len(u.buf), len(rest))
		u.buf, rest = append(u.buf, rest[:n]...), rest[n:]
	}
	return len(p), nil
}

// begin begins an upload in parts.
func (u *Upload) begin() error {
	r, err := u.do(context.Background(), &request{method: http.MethodPost, key: u.key, query: url.Values{"uploads": {""}}}, http.StatusOK)
	if err != nil {
		return err
	}
	var begins struct{ UploadId string }
	if err := decode(r, &begins); err != nil || begins.UploadId == "" {
		return errors.New("the server does not say that it takes an upload in parts")
	}
	u.id = begins.UploadId
	begun.Lock()
	defer begun.Unlock()
	if begun.all == nil {
		begun.all = map[*Upload]bool{}
	}
	begun.all[u] = true
	return nil
}

// sending is a request that sends data.
func (u *Upload) sending(method string, query url.Values, data []byte) *request {
	return &request{method: method, key: u.key, query: query, body: bytes.NewReader(data), size: int64(len(data))}
}

// send sends a part.
func (u *Upload) send() error {
	n := len(u.parts) + 1
	r, err := u.do(context.Background(), u.sending(http.MethodPut, url.Values{"partNumber": {strconv.Itoa(n)}, "uploadId": {u.id}}, u.buf), http.StatusOK)
	if err != nil {
		return err
	}
	r.Body.Close()
	u.parts, u.buf = append(u.parts, part{n, r.Header.Get("ETag")}), u.buf[:0]
	return nil
}

// Finish sends what is left of an upload in parts: all but Commit can fail by then.
func (u *Upload) Finish() error {
	if len(u.parts) == 0 || len(u.buf) == 0 { // less than a part is sent in one request
		return nil
	}
	return u.explain(u.send())
}

// Commit has the object appear.
func (u *Upload) Commit() (err error) {
	defer func() {
		if err = u.explain(err); err == nil {
			u.forget()
		}
	}()
	var q *request
	switch {
	case u.file != nil:
		size, err := u.file.Seek(0, io.SeekEnd)
		if err != nil {
			return err
		}
		q = &request{method: http.MethodPut, key: u.key, body: u.file, size: size}
	case len(u.parts) > 0:
		text, err := xml.Marshal(struct {
			XMLName xml.Name `xml:"CompleteMultipartUpload"`
			Part    []part
		}{Part: u.parts})
		if err != nil {
			return err
		}
		q = u.sending(http.MethodPost, url.Values{"uploadId": {u.id}}, text)
	default:
		q = u.sending(http.MethodPut, nil, u.buf)
	}
	r, err := u.do(context.Background(), q, http.StatusOK, http.StatusCreated, http.StatusNoContent)
	if err != nil {
		return err
	}
	if len(u.parts) == 0 {
		u.Abort()
		return r.Body.Close()
	}
	// The answer may begin before it is known how it ends.
	var done struct {
		XMLName xml.Name
		Code    string
	}
	if err := decode(r, &done); err != nil || done.XMLName.Local != "CompleteMultipartUploadResult" {
		return fmt.Errorf("the server did not put the parts together%s: run it again", map[bool]string{true: " (" + done.Code + ")"}[code.MatchString(done.Code)])
	}
	return nil
}

// Abort lets go of what was sent, unless it was committed. It may be called at any time, and more than once.
func (u *Upload) Abort() {
	if u.id != "" {
		u.drop(5 * time.Second)
	}
	u.forget()
}

// drop has the server let go of the parts, if it can within some time. Else they stay until the bucket's own rules remove them.
func (u *Upload) drop(within time.Duration) {
	ctx, stop := context.WithTimeout(context.Background(), within)
	defer stop()
	if r, err := u.do(ctx, &request{method: http.MethodDelete, key: u.key, query: url.Values{"uploadId": {u.id}}}, http.StatusNoContent, http.StatusOK); err == nil {
		r.Body.Close()
	}
}

func (u *Upload) forget() {
	if u.file != nil {
		u.file.Close()
		_ = os.Remove(u.file.Name())
	}
	begun.Lock()
	defer begun.Unlock()
	delete(begun.all, u)
	u.id, u.file, u.buf = "", nil, nil
}

// Abandon aborts all uploads in parts, for a program that has to end at once.
func Abandon() {
	begun.Lock()
	all := begun.all
	begun.all = nil
	begun.Unlock()
	var wait sync.WaitGroup
	for u := range all {
		wait.Go(func() { u.drop(2 * time.Second) })
	}
	wait.Wait()
}

func (u *Upload) explain(err error) error {
	if err == nil {
		return nil
	}
	return explained(context.Background(), "write", &u.address, err)
}

func decode(r *http.Response, to any) error {
	defer r.Body.Close()
	return xml.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(to)
}
