// SPDX-License-Identifier: MIT

package vfs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// How often something is asked for, and how long is waited before the second time; then twice as long each time.
const (
	tries    = 6
	firstGap = 100 * time.Millisecond
	mostGap  = 10 * time.Second
)

// stalled is how long a server may send nothing. Tests change it.
var stalled = time.Minute

// gap is firstGap but for tests.
var gap = firstGap

// client makes all requests.
var client = sync.OnceValue(func() *http.Client {
	dial := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Client{
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dial.DialContext, TLSHandshakeTimeout: 10 * time.Second,
			ResponseHeaderTimeout: stalled, IdleConnTimeout: 30 * time.Second, MaxIdleConnsPerHost: 64,
			DisableCompression: true, // ranges are of what is stored
			ReadBufferSize:     1 << 16, WriteBufferSize: 1 << 16,
		},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			switch {
			case via[0].Method != http.MethodGet && via[0].Method != http.MethodHead: // else what was to be written would be asked for
				return http.ErrUseLastResponse
			case r.URL.Scheme != via[0].URL.Scheme || r.URL.Host != via[0].URL.Host:
				return &refusal{"it is elsewhere, at " + r.URL.Scheme + "://" + r.URL.Host + ", and redirects to other hosts are not followed: give the address that it has there"}
			case len(via) > 5:
				return &refusal{"it is redirected again and again"}
			}
			return nil
		},
	}
})

// refusal is an error that is the same if the request is made again.
type refusal struct{ why string }

func (e *refusal) Error() string { return e.why }

// ErrChanged is that of an object that was replaced while it was read.
var ErrChanged = errors.New("it was written to while it was read")

// ErrLost is what errors are of servers that do not answer, or say that they cannot now, however often they are asked: the
// same may be done later.
var ErrLost = errors.New("the server could not be reached")

// lost is an error that is ErrLost.
type lost struct{ error }

func (e *lost) Unwrap() error        { return e.error }
func (e *lost) Is(target error) bool { return target == ErrLost }

// status is the answer of a server that did not do what was asked.
type status struct {
	code int
	why  string
}

func (e *status) Error() string { return e.why }

// Is has errors of objects that are not there be those of files that are not.
func (e *status) Is(target error) bool {
	return e.code == http.StatusNotFound && target == fs.ErrNotExist || (e.code == http.StatusForbidden || e.code == http.StatusUnauthorized) && target == fs.ErrPermission
}

// request is what is asked of a server.
type request struct {
	method string
	key    string
	query  url.Values
	header map[string]string
	body   io.ReaderAt // nil for none
	size   int64       // of it
}

// do makes a request until it has been answered by one of the codes that are wanted. The answer's body is to be closed.
func (a *address) do(ctx context.Context, q *request, want ...int) (*http.Response, error) {
	wait := gap
	for try := 1; ; try++ {
		answer, err := a.once(ctx, q)
		if err == nil {
			if slices.Contains(want, answer.StatusCode) {
				return answer, nil
			}
			err = a.refused(answer)
		}
		var said *status
		var no *refusal
		switch again := errors.As(err, &said); {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &no), errors.Is(err, ErrChanged):
			return nil, err
		case again && said.code != http.StatusRequestTimeout && said.code != http.StatusTooManyRequests && (said.code < 500 || said.code == http.StatusNotImplemented):
			return nil, err
		case try == tries:
			return nil, &lost{err}
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
		wait = min(2*wait, mostGap)
	}
}

// sleep waits about so long, and not as long as others do who wait for the same.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d/2 + rand.N(d)):
		return nil
	}
}

// once makes a request.
func (a *address) once(ctx context.Context, q *request) (*http.Response, error) {
	at := a.url(q.key, q.query)
	r, err := http.NewRequestWithContext(ctx, q.method, at.String(), nil)
	if err != nil {
		return nil, &refusal{"this is no address"}
	}
	r.URL = at
	if q.body != nil { // each time by a reader of its own, since the last request may still be reading
		r.Body, r.ContentLength = io.NopCloser(io.NewSectionReader(q.body, 0, q.size)), q.size
		if q.size == 0 {
			r.Body = http.NoBody
		}
	}
	r.Header.Set("User-Agent", "daylight")
	if a.scheme == "gs" { // else it unpacks what is stored packed
		r.Header.Set("Accept-Encoding", "gzip")
	}
	for name, value := range q.header {
		r.Header.Set(name, value)
	}
	if err := a.sign(r, q); err != nil {
		return nil, &refusal{err.Error()}
	}
	answer, err := client().Do(r)
	if err != nil {
		return nil, bare(err)
	}
	return answer, nil
}

// bare is an error of a request without its address, which the message around it names.
func bare(err error) error {
	var no *refusal
	var u *url.Error
	if errors.As(err, &no) {
		return no
	}
	if errors.As(err, &u) {
		err = u.Err
	}
	return err
}

// code is what S3 calls an error. Nothing else of its text is shown, which may have parts of a secret.
var code = regexp.MustCompile(`^[A-Za-z]{1,60}$`)

// refused reads what a server says where it does not do what was asked.
func (a *address) refused(r *http.Response) error {
	defer r.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	var said struct{ Code string }
	e := &status{code: r.StatusCode, why: fmt.Sprintf("the server answers %d %s", r.StatusCode, http.StatusText(r.StatusCode))}
	if xml.Unmarshal(text, &said) == nil && code.MatchString(said.Code) && a.scheme != "https" {
		e.why += ", " + said.Code
	}
	switch at := r.Header.Get("X-Amz-Bucket-Region"); {
	case r.StatusCode == http.StatusNotFound:
		e.why = "no such file or directory"
		if said.Code == "NoSuchBucket" {
			e.why = "there is no such bucket"
		}
	case r.StatusCode == http.StatusPreconditionFailed:
		return ErrChanged
	case at != region() && regionName.MatchString(at) && a.scheme == "s3":
		e.why += ": the bucket is in " + at + " (AWS_REGION=" + at + ")"
	case r.StatusCode == http.StatusForbidden || r.StatusCode == http.StatusUnauthorized:
		e.why += ": " + a.credentials()
	}
	return e
}

// watched is the body of an answer that is given up when nothing comes.
type watched struct {
	io.ReadCloser
	stop context.CancelFunc
}

// errStalled is that of a server that sends no more.
var errStalled = errors.New("the server sends nothing more")

func (w *watched) Read(p []byte) (int, error) {
	timer := time.AfterFunc(stalled, w.stop) // who reads may take longer
	n, err := w.ReadCloser.Read(p)
	if !timer.Stop() && errors.Is(err, context.Canceled) {
		err = errStalled
	}
	return n, err
}

func (w *watched) Close() error {
	w.stop()
	return w.ReadCloser.Close()
}

// rangeOf reads which bytes of how many an answer has; size is -1 if it does not say.
func rangeOf(r *http.Response) (from, size int64) {
	span, all, ok := strings.Cut(strings.TrimPrefix(r.Header.Get("Content-Range"), "bytes "), "/")
	first, _, _ := strings.Cut(span, "-")
	from, err1 := strconv.ParseInt(first, 10, 64)
	size, err2 := strconv.ParseInt(all, 10, 64)
	if !ok || err1 != nil && first != "*" || err2 != nil || size < 0 {
		return 0, -1
	}
	return from, size
}

// sign adds the credentials of the environment to a request, if there are any.
func (a *address) sign(r *http.Request, q *request) error {
	id, secret, token, where := os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("AWS_SESSION_TOKEN"), region()
	switch a.scheme {
	case "https":
		return nil
	case "gs":
		if bearer := os.Getenv("GOOGLE_OAUTH_ACCESS_TOKEN"); bearer != "" {
			if a.base.Scheme == "http" && !loopback(a.base.Hostname()) {
				return errors.New("GOOGLE_OAUTH_ACCESS_TOKEN is not sent by http://, which others can read")
			}
			r.Header.Set("Authorization", "Bearer "+bearer)
			return nil
		}
		id, secret, token, where = os.Getenv("GS_ACCESS_KEY_ID"), os.Getenv("GS_SECRET_ACCESS_KEY"), "", "auto"
	}
	if id == "" || secret == "" {
		return nil
	}
	hash := sha256.New()
	if q.body != nil {
		if _, err := io.Copy(hash, io.NewSectionReader(q.body, 0, q.size)); err != nil {
			return err
		}
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	r.Header.Set("X-Amz-Content-Sha256", sum)
	s := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	return s.SignHTTP(r.Context(), aws.Credentials{AccessKeyID: id, SecretAccessKey: secret, SessionToken: token}, r, sum, "s3", where, time.Now())
}

// credentials say what is to be set where a server lets nobody in.
func (a *address) credentials() string {
	switch a.scheme {
	case "s3":
		return "credentials are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN of the environment"
	case "gs":
		return "credentials are GOOGLE_OAUTH_ACCESS_TOKEN, or GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY, of the environment"
	}
	return "read what needs credentials by a pipe (curl ADDRESS | daylight ... -)"
}
