// SPDX-License-Identifier: MIT

package vfstest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

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
