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
		_ = a.list(ctx, a.key+"/", func(string) bool {
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
func Within(dir string) ([]string, error) {
	return listed(dir, func(key string) (prefix string, is func(key string) bool, err error) {
		if prefix = strings.TrimRight(key, "/"); prefix != "" {
			prefix += "/"
		}
		return prefix, func(string) bool { return true }, nil
	})
}

// Match lists the objects that a pattern stands for, and those in directories that it stands for.
func Match(pattern string) ([]string, error) {
	return listed(pattern, func(pattern string) (prefix string, is func(key string) bool, err error) {
		if _, err := path.Match(pattern, ""); err != nil {
			return "", nil, err
		}
		depth := strings.Count(pattern, "/") + 1
		return pattern[:strings.IndexAny(pattern, `*?[\`)], func(key string) bool {
			parts := strings.SplitN(key, "/", depth+1)
			if len(parts) < depth {
				return false
			}
			is, _ := path.Match(pattern, strings.Join(parts[:depth], "/"))
			return is
		}, nil
	})
}

// listed lists the names of objects: by says, of the key of a name, how theirs begin, and of which else it is true.
func listed(name string, by func(key string) (prefix string, is func(key string) bool, err error)) (names []string, err error) {
	ctx := context.Background()
	a, err := parse(name)
	if err == nil {
		var prefix string
		var is func(string) bool
		if prefix, is, err = by(a.key); err == nil {
			err = a.list(ctx, prefix, func(key string) bool {
				if is(key) {
					names = append(names, a.scheme+"://"+a.bucket+"/"+key)
				}
				return true
			})
		}
	}
	if err != nil {
		return nil, explained(ctx, "list", &a, err)
	}
	slices.Sort(names)
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
func (a *address) list(ctx context.Context, prefix string, see func(key string) bool) error {
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
			Contents              []struct{ Key string }
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
			if !strings.HasSuffix(c.Key, "/") && !see(c.Key) { // else it stands for a directory
				return nil
			}
		}
		if !page.IsTruncated || page.NextContinuationToken == "" {
			return nil
		}
		query.Set("continuation-token", page.NextContinuationToken)
	}
}
