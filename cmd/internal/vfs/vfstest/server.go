// SPDX-License-Identifier: MIT

package vfstest

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is an object store whose buckets are whatever is asked for, by path. Its methods may be called at any time.
type Server struct {
	// URL is where it is, such as http://127.0.0.1:1234.
	URL string
	// Page is how many objects a list has at a time; 0 stands for 1000.
	Page int

	mu      sync.Mutex
	objects map[string]object  // by bucket/key
	uploads map[string]*upload // in parts, by id
	served  int                // bytes
	log     []string
	fault   func(w http.ResponseWriter, r *http.Request) bool
}

// Fault has a function answer requests in place of the store, and report whether it did. It may be nil.
func (s *Server) Fault(may func(w http.ResponseWriter, r *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = may
}

type object struct {
	data []byte
	tag  string
	time time.Time
}

type upload struct {
	name  string
	parts map[int]object
}

// The credentials that requests are to be signed with.
const (
	ID     = "AKIDEXAMPLE"
	Secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
)

// New starts a store and points the environment of the test at it.
func New(t testing.TB) *Server {
	s := &Server{objects: map[string]object{}, uploads: map[string]*upload{}}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	s.URL = h.URL
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": s.URL, "AWS_ENDPOINT_URL_S3": "", "AWS_ACCESS_KEY_ID": ID, "AWS_SECRET_ACCESS_KEY": Secret, "AWS_SESSION_TOKEN": "", "AWS_REGION": "eu-north-1",
		"STORAGE_EMULATOR_HOST": s.URL, "GS_ACCESS_KEY_ID": ID, "GS_SECRET_ACCESS_KEY": Secret, "GOOGLE_OAUTH_ACCESS_TOKEN": "",
	} {
		t.Setenv(name, value)
	}
	return s
}

// Put stores an object; its name is bucket/key.
func (s *Server) Put(name string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(name, data, "")
}

func (s *Server) put(name string, data []byte, tag string) string {
	if tag == "" {
		tag = fmt.Sprintf("%q", fmt.Sprintf("%x", md5.Sum(data)))
	}
	s.objects[name] = object{data, tag, time.Now()}
	return tag
}

// Get is what is stored, or nil.
func (s *Server) Get(name string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.objects[name].data
}

// Remove removes an object.
func (s *Server) Remove(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, name)
}

// Names are those of all objects, in order.
func (s *Server) Names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names()
}

func (s *Server) names() (list []string) {
	for name := range s.objects {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Open is how many uploads in parts have neither been completed nor aborted.
func (s *Server) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.uploads)
}

// Log are the requests so far, as method and path; it begins anew.
func (s *Server) Log() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.log
	s.log = nil
	return log
}

// Served is how many bytes of objects have been asked for.
func (s *Server) Served() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.served
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.log = append(s.log, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+r.Header.Get("Range")))
	fault := s.fault
	s.mu.Unlock()
	if fault != nil && fault(w, r) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // of a client that went away
	}
	if r.Header.Get("Authorization") != "" || r.Header.Get("X-Amz-Date") != "" {
		if why := verify(r, body); why != "" {
			refuse(w, http.StatusForbidden, "SignatureDoesNotMatch", why)
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name, query := strings.TrimPrefix(r.URL.Path, "/"), r.URL.Query()
	bucket, key, _ := strings.Cut(name, "/")
	id := query.Get("uploadId")
	u := s.uploads[id]
	if id != "" && (u == nil || u.name != name) {
		refuse(w, http.StatusNotFound, "NoSuchUpload", "")
		return
	}
	switch {
	case r.Method == http.MethodGet && key == "":
		s.list(w, bucket, query.Get("prefix"), query.Get("continuation-token"))
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		o, is := s.objects[name]
		if !is {
			refuse(w, http.StatusNotFound, "NoSuchKey", "")
			return
		}
		w.Header().Set("ETag", o.tag)
		w.Header().Set("Content-Type", "application/octet-stream")
		counted := &counter{ResponseWriter: w}
		http.ServeContent(counted, r, "", o.time, bytes.NewReader(o.data))
		s.served += counted.n
	case r.Method == http.MethodPost && query.Has("uploads"):
		id := fmt.Sprintf("upload-%d", len(s.uploads)+len(s.log))
		s.uploads[id] = &upload{name, map[int]object{}}
		answer(w, "InitiateMultipartUploadResult", fmt.Sprintf("<UploadId>%s</UploadId>", id))
	case r.Method == http.MethodPut && id != "":
		n, _ := strconv.Atoi(query.Get("partNumber"))
		tag := fmt.Sprintf("%q", fmt.Sprintf("%x", md5.Sum(body)))
		u.parts[n] = object{data: body, tag: tag}
		w.Header().Set("ETag", tag)
	case r.Method == http.MethodPost && id != "":
		s.complete(w, id, u, body)
	case r.Method == http.MethodDelete && id != "":
		delete(s.uploads, id)
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPut:
		w.Header().Set("ETag", s.put(name, body, ""))
	default:
		refuse(w, http.StatusMethodNotAllowed, "MethodNotAllowed", "")
	}
}

// complete puts the parts of an upload together, if they are those that were sent.
func (s *Server) complete(w http.ResponseWriter, id string, u *upload, body []byte) {
	var want struct {
		Part []struct {
			PartNumber int
			ETag       string
		}
	}
	if err := xml.Unmarshal(body, &want); err != nil || len(want.Part) != len(u.parts) {
		refuse(w, http.StatusBadRequest, "MalformedXML", "")
		return
	}
	var all []byte
	for i, p := range want.Part {
		if o, is := u.parts[p.PartNumber]; !is || o.tag != p.ETag || p.PartNumber != i+1 {
			refuse(w, http.StatusBadRequest, "InvalidPart", "")
			return
		}
		all = append(all, u.parts[p.PartNumber].data...)
	}
	delete(s.uploads, id)
	tag := s.put(u.name, all, fmt.Sprintf("%q", fmt.Sprintf("%x-%d", md5.Sum(all), len(want.Part))))
	answer(w, "CompleteMultipartUploadResult", "<ETag>"+strings.ReplaceAll(tag, `"`, "&quot;")+"</ETag>")
}

// list answers with some of the objects whose keys begin so, behind the last that was listed.
func (s *Server) list(w http.ResponseWriter, bucket, prefix, after string) {
	var b strings.Builder
	page, n := s.Page, 0
	if page == 0 {
		page = 1000
	}
	for _, name := range s.names() {
		key, is := strings.CutPrefix(name, bucket+"/")
		if !is || !strings.HasPrefix(key, prefix) || key <= after {
			continue
		}
		if n == page {
			fmt.Fprintf(&b, "<IsTruncated>true</IsTruncated><NextContinuationToken>%s</NextContinuationToken>", after)
			break
		}
		o := s.objects[name]
		b.WriteString("<Contents><Key>")
		_ = xml.EscapeText(&b, []byte(key))
		fmt.Fprintf(&b, "</Key><Size>%d</Size><LastModified>%s</LastModified></Contents>", len(o.data), o.time.UTC().Format(time.RFC3339))
		after = key
		n++
	}
	answer(w, "ListBucketResult", b.String())
}

func answer(w http.ResponseWriter, name, inner string) {
	w.Header().Set("Content-Type", "application/xml")
	fmt.Fprintf(w, "%s<%s>%s</%[2]s>", xml.Header, name, inner)
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "%s<Error><Code>%s</Code><Message>%s</Message></Error>", xml.Header, code, message)
}

// counter counts what is sent of objects.
type counter struct {
	http.ResponseWriter
	n int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p)
	c.n += n
	return n, err
}

var signed = regexp.MustCompile(`^AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([a-z0-9-]+)/s3/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$`)

// verify says what is wrong with the signature of a request, by the rules of AWS Signature Version 4 for S3, from
// Amazon's "Authenticating Requests". It is nothing if it is right.
func verify(r *http.Request, body []byte) string {
	m := signed.FindStringSubmatch(r.Header.Get("Authorization"))
	if m == nil {
		return "no signature"
	}
	if m[1] != ID {
		return "another user"
	}
	sum := sha256.Sum256(body)
	if got := r.Header.Get("X-Amz-Content-Sha256"); got != hex.EncodeToString(sum[:]) {
		return "the body is not what was signed"
	}
	names := strings.Split(m[4], ";")
	if !slices.Contains(names, "host") || !slices.Contains(names, "x-amz-content-sha256") || !slices.Contains(names, "x-amz-date") {
		return "a header is not signed"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s\n", r.Method, r.URL.EscapedPath(), sortedQuery(r.URL.Query()))
	for _, name := range names {
		value := r.Header.Get(name)
		switch name {
		case "host":
			value = r.Host
		case "content-length":
			value = fmt.Sprint(r.ContentLength)
		}
		fmt.Fprintf(&b, "%s:%s\n", name, strings.TrimSpace(value))
	}
	fmt.Fprintf(&b, "\n%s\n%s", m[4], r.Header.Get("X-Amz-Content-Sha256"))
	canonical := sha256.Sum256([]byte(b.String()))
	scope := m[2] + "/" + m[3] + "/s3/aws4_request"
	text := "AWS4-HMAC-SHA256\n" + r.Header.Get("X-Amz-Date") + "\n" + scope + "\n" + hex.EncodeToString(canonical[:])
	key := []byte("AWS4" + Secret)
	for _, part := range []string{m[2], m[3], "s3", "aws4_request", text} {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(part))
		key = h.Sum(nil)
	}
	if hex.EncodeToString(key) != m[5] {
		return "another signature"
	}
	return ""
}

func sortedQuery(q url.Values) string { return strings.ReplaceAll(q.Encode(), "+", "%20") }
