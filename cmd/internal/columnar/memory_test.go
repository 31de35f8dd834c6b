// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	arrowmemory "github.com/apache/arrow-go/v18/arrow/memory"

	budget "daylight/cmd/internal/memory"
	"daylight/internal/must"
)

// TestRoom: what a file needs and the program has no memory left for is an error, and one
// of memory, not of the file.
func TestRoom(t *testing.T) {
	for kind, data := range files(t) {
		for _, left := range []int64{8, 1 << 20} {
			r, err := Open(bytes.NewReader(data), int64(len(data)), kind, budget.NewBudget(left))
			for err == nil {
				var b Batch
				if b, err = r.Next(); err == nil {
					err = r.Load(context.Background(), b, func(int64, []*Column, int) error { return nil })
				}
			}
			if short := errors.Is(err, budget.ErrLimit); short != (left == 8) || !short && err != io.EOF {
				t.Errorf("%v, %d bytes left: %v", kind, left, err)
			}
		}
	}
}

// TestReplacedDictionaries: a dictionary is released when another has replaced it and its batches
// were read. A dictionary that others extend is kept.
func TestReplacedDictionaries(t *testing.T) {
	typ := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int16, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: typ}}, nil)
	for _, deltas := range []bool{false, true} {
		var out bytes.Buffer
		w := ipc.NewWriter(&out, ipc.WithSchema(schema), ipc.WithDictionaryDeltas(deltas))
		var words []string
		for n := range 50 {
			if !deltas {
				words = nil
			}
			for range 20 {
				words = append(words, fmt.Sprintf("%q", strings.Repeat(fmt.Sprint(n, ",", len(words), " "), 100)))
			}
			a, _ := must.Both(array.FromJSON(arrowmemory.DefaultAllocator, typ, strings.NewReader("["+strings.Join(words, ",")+"]")))(t)
			must.Do(t, w.Write(array.NewRecordBatch(schema, []arrow.Array{a}, int64(a.Len()))))
		}
		must.Do(t, w.Close())
		room := budget.NewBudget(64 << 20)
		r := must.Get(Open(bytes.NewReader(out.Bytes()), int64(out.Len()), ArrowStream, room))(t)
		most, rows := int64(0), 0
		for {
			b, err := r.Next()
			if err == io.EOF {
				break
			}
			must.Do(t, err)
			must.Do(t, r.Load(context.Background(), b, func(_ int64, columns []*Column, n int) error {
				for i := range n {
					if text, _ := columns[0].Text(i, nil); len(text) < 300 {
						t.Fatal(text)
					}
				}
				most, rows = max(most, room.Held()), rows+n
				return nil
			}))
		}
		if whole := int64(50 * 20 * 600); (most < whole/10) == deltas || rows < 1000 {
			t.Errorf("added to %v: %d bytes are charged at the most, for %d of words, and %d rows", deltas, most, whole, rows)
		}
		if r.Close(); room.Held() != 0 {
			t.Errorf("added to %v: %d bytes are charged at the end", deltas, room.Held())
		}
	}
}
