// SPDX-License-Identifier: MIT

//go:build ignore

// Writes the table of make.py by parquet-go, in a module that requires it: go run make.go.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/parquet-go/parquet-go"
)

type box struct {
	Low  float64  `parquet:"low"`
	High *float64 `parquet:"high"`
}

type row struct {
	ID    int64     `parquet:"id,delta"`
	X     float64   `parquet:"x"`
	R     *float32  `parquet:"r"`
	N     *int32    `parquet:"n"`
	Name  *string   `parquet:"name,dict"`
	Note  string    `parquet:"note,delta"`
	On    *bool     `parquet:"on"`
	Price int64     `parquet:"price,decimal(2:12)"`
	At    time.Time `parquet:"at,timestamp(microsecond)"`
	List  []float64 `parquet:"list,optional,list"`
	Box   box       `parquet:"box"`
}

func some[T any](i int, v T) *T {
	if i%11 == 0 {
		return nil
	}
	return &v
}

func main() {
	f, err := os.Create("parquetgo.parquet")
	if err != nil {
		panic(err)
	}
	w := parquet.NewGenericWriter[row](f, parquet.Compression(&parquet.Snappy), parquet.PageBufferSize(1000), parquet.MaxRowsPerRowGroup(350))
	day := time.Date(2020, 2, 29, 0, 0, 0, 0, time.UTC)
	for i := range 600 {
		r := row{ID: int64(7*i - 3), X: float64(i) / 8, R: some(i, float32(i%9)/4), N: some(i, int32(i*i%1000-500)), Name: some(i, fmt.Sprint("é", i%13)),
			Note: fmt.Sprintf("note %d of %d", i*i, i), On: some(i, i%3 == 0), Price: int64(13*i - 999), At: day.Add(time.Duration(i) * 86_399_999 * time.Millisecond),
			Box: box{float64(i) / 2, some(i, float64(i)/4)}}
		if i%11 != 0 {
			r.List = []float64{}
		}
		for k := range i % 4 {
			if i%11 != 0 {
				r.List = append(r.List, float64(k)+float64(i)/2)
			}
		}
		if _, err := w.Write([]row{r}); err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
}
