// SPDX-License-Identifier: MIT

package vfs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// address is where something lies that is no file of this machine.
type address struct {
	name   string // as the user gave it
	scheme string // s3, gs or https, which stands for http as well
	bucket string // empty for https
	key    string
	base   url.URL // of the bucket; of https all there is
}

// scheme is how names begin that are no files of this machine.
var scheme = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*)://`)

// bucketName is what S3 and Google take, so that none can be another host.
var bucketName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$`)

// Remote reports whether a name is that of an object or of the web, and not of a file.
func Remote(name string) bool { return scheme.MatchString(name) }

// Listed reports whether there are directories where a name is of: https has none.
func Listed(name string) bool { return !Remote(name) || name[0] != 'h' && name[0] != 'H' }

// Join is filepath.Join for names of any kind.
func Join(dir string, elements ...string) string {
	if !Remote(dir) {
		return filepath.Join(append([]string{dir}, elements...)...)
	}
	return strings.TrimRight(dir, "/") + "/" + path.Join(elements...)
}

// Below is the path of a file below a directory.
func Below(dir, name string) (string, error) {
	if !Remote(dir) {
		below, err := filepath.Rel(dir, name)
		return filepath.ToSlash(below), err
	}
	if below, is := strings.CutPrefix(name, strings.TrimRight(dir, "/")+"/"); is {
		return below, nil
	}
	return "", errors.New("it is not below " + dir)
}

// named is what may be the name of an object in a message.
var named = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://\S+`)

// Shown is a message without what may be secret in names that are refused: of those nothing is shown but how they begin.
func Shown(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		kind, rest, _ := strings.Cut(name, "://")
		bucket, _, _ := strings.Cut(rest, "/")
		key := strings.EqualFold(kind, "s3") || strings.EqualFold(kind, "gs")
		if key && !strings.Contains(bucket, "@") || !strings.ContainsAny(rest, "@?#") {
			return name
		}
		return kind + "://..." + name[len(strings.TrimRight(name, `":,)`)):]
	})
}

// parse finds out what a name stands for.
func parse(name string) (a address, err error) {
	kind := strings.ToLower(scheme.FindStringSubmatch(name)[1])
	rest := name[len(kind)+3:]
	a = address{name: name, scheme: kind}
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return a, errors.New("there are control characters in this name")
	}
	switch kind {
	case "s3", "gs":
		a.bucket, a.key, _ = strings.Cut(rest, "/")
		if !bucketName.MatchString(a.bucket) || strings.Contains(a.bucket, "..") {
			return a, fmt.Errorf("want %s://BUCKET/KEY, and the name of a bucket has 3 to 222 small letters, digits, dots and hyphens, the first and the last of them a letter or a digit", kind)
		}
		return a, a.endpoint()
	case "http", "https":
		a.scheme = "https"
		u, err := url.Parse(name)
		switch {
		case err != nil:
			return a, errors.New("this is no address of the web")
		case u.Host == "" || u.Opaque != "":
			return a, errors.New("this address names no host")
		case u.User != nil || strings.ContainsAny(rest, "?#@"):
			return a, errors.New("addresses are taken without user, password, query and fragment, which may be secret, since names stand in plans and messages: read it by a pipe (curl ADDRESS | daylight ... -)")
		case u.Scheme == "http" && !loopback(u.Hostname()):
			return a, errors.New("http:// is taken of this machine alone, since anybody on the way can change what is read: use https://")
		}
		a.base, a.key = url.URL{Scheme: u.Scheme, Host: u.Host, Path: cmp.Or(u.Path, "/"), RawPath: u.RawPath}, strings.TrimPrefix(u.Path, "/")
		return a, nil
	}
	return a, fmt.Errorf("%s:// is not known: s3://, gs:// and https:// are", kind)
}

// endpoint finds where the buckets are.
func (a *address) endpoint() error {
	given := os.Getenv("STORAGE_EMULATOR_HOST")
	a.base = url.URL{Scheme: "https", Host: "storage.googleapis.com", Path: "/" + a.bucket}
	if given != "" && !scheme.MatchString(given) {
		given = "http://" + given
	}
	if a.scheme == "s3" {
		if given = os.Getenv("AWS_ENDPOINT_URL_S3"); given == "" {
			given = os.Getenv("AWS_ENDPOINT_URL")
		}
		a.base = url.URL{Scheme: "https", Host: a.bucket + ".s3." + region() + ".amazonaws.com"}
		if strings.ContainsAny(a.bucket, "._") { // of which no certificate is
			a.base = url.URL{Scheme: "https", Host: "s3." + region() + ".amazonaws.com", Path: "/" + a.bucket}
		}
	}
	if given == "" {
		return nil
	}
	u, err := url.Parse(given)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("the environment names no address of object stores that can be used (AWS_ENDPOINT_URL, STORAGE_EMULATOR_HOST): want https://HOST")
	}
	a.base = url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimRight(u.Path, "/") + "/" + a.bucket}
	return nil
}

var regionName = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// region is that of S3.
func region() string {
	for _, name := range []string{"AWS_REGION", "AWS_DEFAULT_REGION"} {
		if v := os.Getenv(name); regionName.MatchString(v) {
			return v
		}
	}
	return "us-east-1"
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// url is that of a key, or of the bucket if it is empty.
func (a *address) url(key string, query url.Values) *url.URL {
	u := a.base
	if a.scheme != "https" {
		u.Path += "/" + key
		u.RawPath = escaped(u.Path)
	}
	u.RawQuery = query.Encode()
	return &u
}

// escaped is a path as S3 has it in what is signed.
func escaped(text string) string {
	return strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(text))
}

// explained names what an error is about, unless it is that of a context that ended.
func explained(ctx context.Context, op string, a *address, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	return &fs.PathError{Op: op, Path: a.name, Err: err}
}
