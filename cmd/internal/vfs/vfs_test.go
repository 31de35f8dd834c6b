// SPDX-License-Identifier: MIT

package vfs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daylight/cmd/internal/vfs/vfstest"
	"daylight/internal/must"
)

// quick has a test wait for hardly any time where the program waits before it asks again.
func quick(t *testing.T) {
	gap = time.Millisecond
	t.Cleanup(func() { gap = firstGap })
}

func some(n int) []byte {
	r, data := rand.New(rand.NewPCG(1, uint64(n))), make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

func open(t *testing.T, name string) File {
	t.Helper()
	f := must.Get(Open(t.Context(), name))(t)
	t.Cleanup(func() { f.Close() })
	return f
}

// names are those of an object by each scheme.
func names(s *vfstest.Server, key string) []string {
	return []string{"s3://bucket/" + key, "gs://bucket/" + key, s.URL + "/bucket/" + key}
}

// TestRead: of every scheme and size the same bytes are read on and on, at any place, and by sections, signed.
func TestRead(t *testing.T) {
	s := vfstest.New(t)
	for _, n := range []int{0, 1, firstBytes - 1, firstBytes, firstBytes + 1, 3*firstBytes + 17} {
		want := some(n)
		key := fmt.Sprintf("a dir/ü %d+&=.csv", n)
		s.Put("bucket/"+key, want)
		for _, name := range names(s, key) {
			f := open(t, name)
			if got := must.Get(io.ReadAll(f))(t); !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes", name, len(got))
			}
			if i := must.Get(f.Stat())(t); i.Size() != int64(n) || Tag(i) == "" || !i.Mode().IsRegular() {
				t.Errorf("%s: %v", name, i)
			}
			r := rand.New(rand.NewPCG(2, 2))
			for range 20 {
				at := r.IntN(n + 1)
				p := make([]byte, r.IntN(n-at+10))
				got, err := f.ReadAt(p, int64(at))
				if k := min(len(p), n-at); got != k || !bytes.Equal(p[:k], want[at:at+k]) || k < len(p) != (err == io.EOF) || err != nil && err != io.EOF {
					t.Errorf("%s: %d of %d bytes at %d: %v", name, got, len(p), at, err)
				}
				to := at + r.IntN(n-at+1)
				if got := must.Get(io.ReadAll(Section(f, int64(at), int64(to))))(t); !bytes.Equal(got, want[at:to]) {
					t.Errorf("%s: section %d to %d", name, at, to)
				}
			}
		}
	}
}

// TestLost: connections that are lost, in the midst of an object or before its first byte, and servers that are busy, lose
// nothing, and what is wrong for good is an error.
func TestLost(t *testing.T) {
	quick(t)
	s := vfstest.New(t)
	want := some(2 << 20)
	s.Put("bucket/key", want)
	tag := Tag(must.Get(Stat("s3://bucket/key"))(t))
	var n atomic.Int64
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		switch k := n.Add(1); {
		case k%4 == 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case k%4 == 2:
			panic(http.ErrAbortHandler)
		case k%4 == 3 && r.Method == http.MethodGet: // a part of what was asked for
			var from, to int
			fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &from, &to)
			to = min(to, len(want)-1)
			w.Header().Set("ETag", tag)
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to, len(want)))
			w.Header().Set("Content-Length", fmt.Sprint(to-from+1))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(want[from : from+(to-from)/3])
			panic(http.ErrAbortHandler)
		default:
			return false
		}
		return true
	})
	f := open(t, "s3://bucket/key")
	if got := must.Get(io.ReadAll(f))(t); !bytes.Equal(got, want) {
		t.Errorf("%d bytes", len(got))
	}
	p := make([]byte, 1<<20)
	if k, err := f.ReadAt(p, 1000); k != len(p) || err != nil || !bytes.Equal(p, want[1000:1000+k]) {
		t.Errorf("%d bytes: %v", k, err)
	}
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		w.WriteHeader(http.StatusInternalServerError)
		return true
	})
	if _, err := f.ReadAt(p, 1000); err == nil || !strings.Contains(err.Error(), "500") {
		t.Errorf("%v", err)
	}
}

// TestReplaced: an object that is replaced while it is read is an error, and no mixture.
func TestReplaced(t *testing.T) {
	s := vfstest.New(t)
	for _, name := range names(s, "key") {
		s.Put("bucket/key", some(1<<20))
		f := open(t, name)
		s.Put("bucket/key", bytes.Repeat([]byte{7}, 1<<20))
		if _, err := io.ReadAll(f); !errors.Is(err, ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := f.ReadAt(make([]byte, 100), 1<<19); !errors.Is(err, ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWhole: a server that knows no ranges is read on and on.
func TestWhole(t *testing.T) {
	want := some(1 << 20)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(want) }))
	defer h.Close()
	f := open(t, h.URL+"/x")
	if o := f.(*object); o.Ranged() {
		t.Error("ranged")
	}
	if got := must.Get(io.ReadAll(f))(t); !bytes.Equal(got, want) {
		t.Errorf("%d bytes", len(got))
	}
}

// TestRefused: names and redirects that may lead elsewhere, and names that may hold a secret, are refused; no message has
// what is secret.
func TestRefused(t *testing.T) {
	s := vfstest.New(t)
	s.Put("bucket/key", []byte("x"))
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.Errorf("%s was asked for %s", r.Host, r.URL) }))
	defer other.Close()
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		switch r.URL.Path {
		case "/bucket/moved":
			http.Redirect(w, r, other.URL+"/key", http.StatusFound)
		case "/bucket/metadata":
			http.Redirect(w, r, "http://169.254.169.254/latest", http.StatusFound)
		case "/bucket/round":
			http.Redirect(w, r, "/bucket/round", http.StatusFound)
		case "/bucket/here":
			http.Redirect(w, r, "/bucket/key", http.StatusFound)
		default:
			return false
		}
		return true
	})
	for name, want := range map[string]string{
		"http://example.org/x":                           "https://",
		"http://10.0.0.1/x":                              "https://",
		"http://127.0.0.1.example.org/x":                 "https://",
		"https://user:secret@example.org/x":              "without user",
		"https://example.org/x?token=secret":             "without user",
		"https://example.org/x#secret":                   "without user",
		"https:///x":                                     "no host",
		"ftp://example.org/x":                            "not known",
		"file:///etc/passwd":                             "not known",
		"s3://":                                          "bucket",
		"s3://a/x":                                       "bucket",
		"s3://evil.example.org:80/x":                     "bucket",
		"s3://bucket@evil/x":                             "bucket",
		"s3://../x":                                      "bucket",
		"gs://UPPER/x":                                   "bucket",
		"s3://bucket/a\r\nHost: evil":                    "control",
		s.URL + "/bucket/moved":                          "redirects to other hosts",
		s.URL + "/bucket/metadata":                       "redirects to other hosts",
		s.URL + "/bucket/round":                          "again and again",
		"s3://bucket/moved":                              "redirects to other hosts",
		"s3://bucket/none":                               "no such file",
		strings.Replace(s.URL, "://", "://u:secret@", 1): "without user",
	} {
		_, err := Open(t.Context(), name)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(Shown(err.Error()), "secret@") || strings.Contains(Shown(err.Error()), "=secret") || strings.Contains(Shown(err.Error()), "#secret") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Stat(name); err == nil {
			t.Errorf("%s is there", name)
		}
	}
	if got := must.Get(ReadFile(s.URL + "/bucket/here"))(t); string(got) != "x" {
		t.Errorf("%q", got)
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret of another")
	_, err := Open(t.Context(), "s3://bucket/key")
	if err == nil || !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "SignatureDoesNotMatch") || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), vfstest.ID) {
		t.Errorf("%v", err)
	}
	t.Setenv("GOOGLE_OAUTH_ACCESS_TOKEN", "secret")
	t.Setenv("STORAGE_EMULATOR_HOST", "http://10.1.2.3")
	if _, err := Open(t.Context(), "gs://bucket/key"); err == nil || !strings.Contains(err.Error(), "is not sent") {
		t.Errorf("%v", err)
	}
}

// TestList: directories and patterns, of lists that come in pages.
func TestList(t *testing.T) {
	s := vfstest.New(t)
	s.Page = 2
	for _, key := range []string{"t/world=0/a.csv", "t/world=0/b.csv", "t/world=1/a.csv", "t/c.csv", "t/d.parquet", "tt/e.csv", "t/"} {
		s.Put("bucket/"+key, nil)
	}
	for _, kind := range []string{"s3", "gs"} {
		root := kind + "://bucket/"
		for name, want := range map[string]string{"t": "t/c.csv t/d.parquet t/world=0/a.csv t/world=0/b.csv t/world=1/a.csv", "t/world=1/": "t/world=1/a.csv", "x": ""} {
			check(t, root, must.Get(Within(root+name))(t), want)
		}
		for name, want := range map[string]string{"t/*.csv": "t/c.csv", "t/world=*": "t/world=0/a.csv t/world=0/b.csv t/world=1/a.csv", "t/*/a.csv": "t/world=0/a.csv t/world=1/a.csv", "t/[cd].*": "t/c.csv t/d.parquet", "t?/e.csv": "tt/e.csv"} {
			check(t, root, must.Get(Match(root+name))(t), want)
		}
		if i := must.Get(Stat(root + "t/world=0"))(t); !i.IsDir() {
			t.Error("no directory")
		}
	}
}

func check(t *testing.T, root string, got []string, want string) {
	t.Helper()
	for i := range got {
		got[i] = strings.TrimPrefix(got[i], root)
	}
	if text := strings.Join(got, " "); text != want {
		t.Errorf("%s in place of %s", text, want)
	}
}

// TestWrite: an object appears when it is committed, however large and however much is lost on the way, and otherwise leaves nothing.
func TestWrite(t *testing.T) {
	quick(t)
	defer func(n int) { least = n }(least)
	least = 1 << 16
	s := vfstest.New(t)
	var n atomic.Int64
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		if n.Add(1)%3 == 0 {
			return false
		}
		_, _ = io.CopyN(io.Discard, r.Body, 1000)
		panic(http.ErrAbortHandler)
	})
	for _, size := range []int{0, 1, least, least + 1, 5*least + 3} {
		for _, name := range names(s, "out") {
			for _, commit := range []bool{false, true} {
				want := some(size)
				before := s.Get("bucket/out")
				u := must.Get(Create(name))(t)
				for rest := range slices.Chunk(want, 1+least/3) {
					must.Get(u.Write(rest))(t)
				}
				must.Do(t, u.Finish())
				if !bytes.Equal(s.Get("bucket/out"), before) {
					t.Errorf("%s: it is there before it is whole", name)
				}
				if commit {
					must.Do(t, u.Commit())
					before = want
				}
				u.Abort()
				u.Abort()
				if got := s.Get("bucket/out"); !bytes.Equal(got, before) {
					t.Errorf("%s: %d bytes of %d", name, len(got), size)
				}
				if s.Open() != 0 {
					t.Errorf("%s: an upload was left", name)
				}
			}
		}
	}
	s.Fault(nil)
	u := must.Get(Create("s3://bucket/left"))(t)
	must.Get(u.Write(some(3 * least)))(t)
	if s.Open() != 1 {
		t.Error("no upload in parts")
	}
	Abandon()
	if s.Open() != 0 || s.Get("bucket/left") != nil {
		t.Error("an upload was left")
	}
	if _, err := Create("s3://bucket"); err == nil {
		t.Error("a bucket is written")
	}
}

// TestCompletedBadly: a server that fails to put parts together may say so behind a good beginning.
func TestCompletedBadly(t *testing.T) {
	defer func(n int) { least = n }(least)
	least = 1 << 10
	s := vfstest.New(t)
	u := must.Get(Create("s3://bucket/out"))(t)
	must.Get(u.Write(some(3 * least)))(t)
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPost {
			fmt.Fprint(w, "<Error><Code>InternalError</Code></Error>")
		}
		return r.Method == http.MethodPost
	})
	must.Do(t, u.Finish())
	if err := u.Commit(); err == nil || !strings.Contains(err.Error(), "InternalError") {
		t.Errorf("%v", err)
	}
	u.Abort()
	if s.Open() != 0 || s.Get("bucket/out") != nil {
		t.Error("something was left")
	}
}

// TestEnded: what reads when its context ends stops.
func TestEnded(t *testing.T) {
	s := vfstest.New(t)
	s.Put("bucket/key", some(1<<20))
	ctx, stop := context.WithCancel(t.Context())
	f := must.Get(Open(ctx, "s3://bucket/key"))(t)
	defer f.Close()
	stop()
	if _, err := f.ReadAt(make([]byte, 10), 1<<19); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := Open(ctx, "s3://bucket/key"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
