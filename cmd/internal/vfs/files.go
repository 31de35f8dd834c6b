// SPDX-License-Identifier: MIT

package vfs

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// File is what Open opens: a file of this machine, an *os.File, or an object.
type File interface {
	io.Reader
	io.ReaderAt
	io.Closer
	Stat() (fs.FileInfo, error)
}

// Open opens what has a name to be read, until the context ends.
func Open(ctx context.Context, name string) (File, error) {
	if !Remote(name) {
		return os.Open(name)
	}
	a, err := parse(name)
	var o *object
	if err == nil {
		o, err = a.open(ctx)
	}
	if err != nil {
		return nil, explained(ctx, "open", &a, err)
	}
	return o, nil
}

// Stat is os.Stat for names of any kind; of s3 and gs there are directories, which have what is below them.
func Stat(name string) (fs.FileInfo, error) {
	if !Remote(name) {
		return os.Stat(name)
	}
	ctx := context.Background()
	a, err := parse(name)
	if err != nil {
		return nil, explained(ctx, "stat", &a, err)
	}
	is := &info{dir: true}
	if a.scheme != "https" {
		a.key = strings.TrimRight(a.key, "/")
	}
	if a.key == "" && a.scheme != "https" {
		return is, nil
	}
	i, err := a.stat(ctx)
	if err == nil {
		return i, nil
	}
	if errors.Is(err, fs.ErrNotExist) && a.scheme != "https" {
		found := false
		_ = a.list(ctx, a.key+"/", func(string, *info) bool {
			found = true
			return false
		})
		if found {
			return is, nil
		}
	}
	return nil, explained(ctx, "stat", &a, err)
}

// Tag tells the state of a file or object apart from others that it had: that of an object is its ETag. It is empty where
// there is none, as of files.
func Tag(i fs.FileInfo) string {
	tag, _ := i.Sys().(string)
	return tag
}

// ReadFile reads all of what has a name.
func ReadFile(name string) ([]byte, error) {
	f, err := Open(context.Background(), name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Within lists what is in a directory of objects and those below it, in order of names.
func Within(dir string) ([]string, error) { return listed(dir, (*address).below) }

// Match lists the objects that a pattern stands for, and those in directories that it stands for.
func Match(pattern string) ([]string, error) { return listed(pattern, (*address).match) }

func listed(name string, by func(*address, context.Context) ([]string, error)) ([]string, error) {
	a, err := parse(name)
	var names []string
	if err == nil {
		names, err = by(&a, context.Background())
	}
	if err != nil {
		return nil, explained(context.Background(), "list", &a, err)
	}
	return names, nil
}

// Section reads on from one place of a file to another, of an object by one request.
func Section(in io.ReaderAt, from, to int64) io.Reader {
	if far, is := in.(interface {
		Section(from, to int64) io.Reader
	}); is {
		return far.Section(from, to)
	}
	return io.NewSectionReader(in, from, to-from)
}

// mostListed is how many objects are listed, at most. A page counts for leastPage of them, at least, so that there is an end to
// pages in which nothing is. Tests change it.
var mostListed = 1 << 20

const leastPage = 1 << 6

// list lists the objects of a bucket whose keys begin so, in order of their names, until see says that it is enough.
func (a *address) list(ctx context.Context, prefix string, see func(key string, i *info) bool) error {
	if a.scheme == "https" {
		return errors.New("what is below an address of the web cannot be listed: name each table")
	}
	query := url.Values{"list-type": {"2"}, "prefix": {prefix}}
	for n := 0; ; {
		r, err := a.do(ctx, &request{method: http.MethodGet, query: query}, http.StatusOK)
		if err != nil {
			return err
		}
		var page struct {
			IsTruncated           bool
			NextContinuationToken string
			Contents              []struct {
				Key, ETag    string
				Size         int64
				LastModified time.Time
			}
		}
		err = xml.NewDecoder(io.LimitReader(r.Body, 16<<20)).Decode(&page)
		r.Body.Close()
		if err != nil {
			return fmt.Errorf("the server's list of objects is damaged: %w", err)
		}
		if n += max(len(page.Contents), leastPage); n > mostListed {
			return fmt.Errorf("the server's list does not end before %d objects, or has too many pages", mostListed)
		}
		for _, c := range page.Contents {
			if !strings.HasPrefix(c.Key, prefix) {
				return errors.New("the server's list has other objects than it was asked for")
			}
			if strings.HasSuffix(c.Key, "/") { // which stands for a directory
				continue
			}
			if !see(c.Key, &info{name: path.Base(c.Key), size: c.Size, time: c.LastModified, tag: c.ETag}) {
				return nil
			}
		}
		if !page.IsTruncated || page.NextContinuationToken == "" {
			return nil
		}
		query.Set("continuation-token", page.NextContinuationToken)
	}
}

// below lists the names of the objects below a directory.
func (a *address) below(ctx context.Context) ([]string, error) {
	dir := strings.TrimRight(a.key, "/")
	if dir != "" {
		dir += "/"
	}
	return a.names(ctx, dir, func(string) bool { return true })
}

// match lists the names of the objects that a pattern stands for, or that are in what it stands for.
func (a *address) match(ctx context.Context) ([]string, error) {
	if _, err := path.Match(a.key, ""); err != nil {
		return nil, err
	}
	depth := strings.Count(a.key, "/") + 1
	return a.names(ctx, a.key[:strings.IndexAny(a.key, `*?[\`)], func(key string) bool {
		parts := strings.SplitN(key, "/", depth+1)
		if len(parts) < depth {
			return false
		}
		is, _ := path.Match(a.key, strings.Join(parts[:depth], "/"))
		return is
	})
}

// names lists the names of the objects whose keys begin so, and of which is holds.
func (a *address) names(ctx context.Context, prefix string, is func(key string) bool) (names []string, err error) {
	err = a.list(ctx, prefix, func(key string, _ *info) bool {
		if is(key) {
			names = append(names, a.scheme+"://"+a.bucket+"/"+key)
		}
		return true
	})
	slices.Sort(names)
	return names, err
}
