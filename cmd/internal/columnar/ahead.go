// SPDX-License-Identifier: MIT

package columnar

import (
	"cmp"
	"io"
	"slices"
)

// aheadBytes is how much is asked for at a time of a file each of whose reads is a request to a server.
const aheadBytes = 4 << 20

// ahead reads columns of a group of rows from such a file, in order and in few requests.
type ahead struct {
	in         io.ReaderAt
	begin, end int64 // of the column, or of several that are small and lie side by side
	heap       *heap
	at         int64 // of data
	data       []byte
}

// apart has each of the columns of a group be read ahead, small ones that lie side by side together.
func apart(in io.ReaderAt, chunks []*chunk, h *heap) {
	chunks = slices.DeleteFunc(slices.Clone(chunks), func(c *chunk) bool { return c == nil })
	slices.SortFunc(chunks, func(a, b *chunk) int { return cmp.Compare(a.at, b.at) })
	var last *ahead
	for _, c := range chunks {
		if last == nil || c.at > last.end || c.end-last.begin > aheadBytes {
			last = &ahead{in: in, begin: c.at, heap: h}
		}
		last.end = max(last.end, c.end)
		c.in = last
	}
}

// ReadAt reads from any place, best from one behind those before.
func (a *ahead) ReadAt(p []byte, at int64) (int, error) {
	first := at
	if a.end-a.begin <= aheadBytes {
		first = a.begin
	}
	n := min(a.end-first, aheadBytes)
	switch from := at - a.at; {
	case from >= 0 && from+int64(len(p)) <= int64(len(a.data)):
		return copy(p, a.data[from:]), nil
	case int64(len(p)) >= n:
		return a.in.ReadAt(p, at)
	}
	if int64(cap(a.data)) < n {
		data, err := a.heap.bytes(n)
		if err != nil {
			return a.in.ReadAt(p, at) // in more requests, since there is no memory for fewer
		}
		a.data = data
	}
	a.at, a.data = first, a.data[:n]
	if n, err := a.in.ReadAt(a.data, first); n < len(a.data) {
		a.data = a.data[:0]
		return 0, err
	}
	return copy(p, a.data[at-first:]), nil
}
