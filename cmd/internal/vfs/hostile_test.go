// SPDX-License-Identifier: MIT

package vfs

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daylight/cmd/internal/vfs/vfstest"
	"daylight/internal/must"
)

// TestWrittenElsewhere: a server that answers what is written by a redirect, of this host, has not taken it, whatever is there.
func TestWrittenElsewhere(t *testing.T) {
	for _, code := range []int{http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/out" {
				http.Redirect(w, r, "/login", code)
			}
		}))
		u := must.Get(Create(h.URL + "/out"))(t)
		must.Get(u.Write(some(100)))(t)
		if err := u.Commit(); err == nil {
			t.Errorf("%d: written", code)
		}
		u.Abort()
		h.Close()
	}
}

// TestMoreThanAsked: a server that goes on behind the bytes that it was asked for is not read on there.
func TestMoreThanAsked(t *testing.T) {
	quick(t)
	want := some(3 * firstBytes)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var from int
		fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(want)-1, len(want)))
		w.WriteHeader(http.StatusPartialContent)
		_, _ = w.Write(want[from:])
	}))
	defer h.Close()
	f := open(t, h.URL+"/x")
	from, to := firstBytes+10, firstBytes+1000
	if got := must.Get(io.ReadAll(Section(f, int64(from), int64(to))))(t); !bytes.Equal(got, want[from:to]) {
		t.Errorf("%d bytes of %d", len(got), to-from)
	}
	if got := must.Get(io.ReadAll(f))(t); !bytes.Equal(got, want) {
		t.Errorf("%d bytes of %d", len(got), len(want))
	}
}

// TestAnsweredEarly: a server that is busy says so before all was sent, and what is sent again is read from its beginning.
func TestAnsweredEarly(t *testing.T) {
	quick(t)
	s := vfstest.New(t)
	var n atomic.Int64
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || n.Add(1)%5 == 0 {
			return false
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	want := some(8 << 20)
	for _, name := range names(s, "out") {
		u := must.Get(Create(name))(t)
		must.Get(u.Write(want))(t)
		must.Do(t, u.Finish())
		must.Do(t, u.Commit())
		if !bytes.Equal(s.Get("bucket/out"), want) {
			t.Errorf("%s: other bytes", name)
		}
	}
}

// TestSlowReader: who reads seldom does not lose what a server without ranges sends.
func TestSlowReader(t *testing.T) {
	defer func(d time.Duration) { stalled = d }(stalled)
	stalled = 500 * time.Millisecond // longer than a busy machine keeps a server waiting
	want := some(8 << 20)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(want) }))
	defer h.Close()
	f := open(t, h.URL+"/x")
	time.Sleep(stalled * 3 / 2)
	if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes: %v", len(got), err)
	}
}

// TestStalled: a server that stops in the middle is an error, and not the end of the run as if the user had asked for it.
func TestStalled(t *testing.T) {
	quick(t)
	defer func(d time.Duration) { stalled = d }(stalled)
	stalled = 50 * time.Millisecond
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(some(100))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer h.Close()
	f := open(t, h.URL+"/x")
	if _, err := io.ReadAll(f); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("%v", err)
	}
}

// TestEscaped: an address of the web is asked for as it is spelt.
func TestEscaped(t *testing.T) {
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.RequestURI) }))
	defer h.Close()
	for _, path := range []string{"/a%2Fb.csv", "/a%20b;c,d=+%3F%23.csv", "/ü", "//a//b/../c", "/", "/a/"} {
		if got := string(must.Get(ReadFile(h.URL + path))(t)); got != strings.ReplaceAll(path, "ü", "%C3%BC") {
			t.Errorf("%s in place of %s", got, path)
		}
	}
}

// TestShown: no message has a password or a token, wherever in an address it stands; other names stay.
func TestShown(t *testing.T) {
	for _, name := range []string{
		"https://u:hunter2@h/x", "https://u:hun/hunter2@h/x", "https://u:hun@hunter2@h/x", "https://u:p@h/x?token=hunter2", "HTTPS://h/x?token=hunter2", "https://h/x#hunter2",
		"https://h/x?a=b@hunter2", "https://u:#hunter2@h/x", "ftp://u:hunter2@h", "s3://u:hunter2@bucket/key", "https://h/a?token=hunter2/b",
	} {
		for _, form := range []string{"open %s: no", "--join %q: no", "(%s)", "%s"} {
			if got := Shown(fmt.Sprintf(form, name)); strings.Contains(got, "hunter2") || strings.HasPrefix(form, "open") && !strings.HasSuffix(got, ": no") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	for _, text := range []string{"open s3://bucket/a@b?c#d.csv: no such file", "open https://h/x.csv: no", "gs://b/what?.csv"} {
		if got := Shown(text); got != text {
			t.Errorf("%s in place of %s", got, text)
		}
	}
}

// TestListWithoutEnd: a store that always says that there is more, of objects or of nothing, comes to an error.
func TestListWithoutEnd(t *testing.T) {
	s := vfstest.New(t)
	defer func(n int) { mostListed = n }(mostListed)
	mostListed = 1 << 12
	for _, contents := range []string{"", "<Contents><Key>dir/a</Key></Contents>", strings.Repeat("<Contents><Key>dir/a</Key></Contents>", 1000)} {
		s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
			fmt.Fprintf(w, "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken>%s</ListBucketResult>", contents)
			return true
		})
		if _, err := Within("s3://bucket/dir"); err == nil || !strings.Contains(err.Error(), "does not end") {
			t.Errorf("%.50q: %v", contents, err)
		}
	}
}
