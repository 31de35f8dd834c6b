// SPDX-License-Identifier: MIT

package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"
)

// A file is one of an archive.
type file struct {
	name string // within the archive's one directory
	data []byte
	mode fs.FileMode
}

// pack writes files as a zip or a gzipped tar, by name and all of one time.
func pack(w io.Writer, asZip bool, dir string, files []file, at time.Time) error {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b file) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	if asZip {
		z := zip.NewWriter(w)
		for _, f := range files {
			h := &zip.FileHeader{Name: path.Join(dir, f.name), Method: zip.Deflate, Modified: at}
			h.SetMode(f.mode)
			to, err := z.CreateHeader(h)
			if err != nil {
				return err
			}
			if _, err := to.Write(f.data); err != nil {
				return err
			}
		}
		return z.Close()
	}
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	for _, f := range files {
		h := &tar.Header{Name: path.Join(dir, f.name), Size: int64(len(f.data)), Mode: int64(f.mode), ModTime: at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return packed.Close()
}
