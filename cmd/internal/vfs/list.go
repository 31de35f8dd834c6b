// SPDX-License-Identifier: MIT

package vfs

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
)

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
