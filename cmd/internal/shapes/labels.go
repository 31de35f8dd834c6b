// SPDX-License-Identifier: MIT

package shapes

import "encoding/binary"

// labels keeps the callers' names of shapes: short ones in place, so that finding one
// takes a single look at memory, and long ones in a run of bytes. There are no pointers.
type labels struct {
	cells [][16]byte // the text, its length in the last byte; or where in long it lies
	long  []byte
}

const (
	shortest = 15   // length of the longest text that stays in place
	isLong   = 0xff // in place of a length
)

func addLabel[T string | []byte](l *labels, s T) {
	var c [16]byte
	if len(s) <= shortest {
		copy(c[:], s)
		c[15] = byte(len(s))
	} else {
		binary.LittleEndian.PutUint64(c[:], uint64(len(l.long)))
		binary.LittleEndian.PutUint32(c[8:], uint32(len(s)))
		c[15] = isLong
		l.long = append(l.long, s...)
	}
	l.cells = append(l.cells, c)
}

func (l *labels) clear() { l.cells, l.long = l.cells[:0], l.long[:0] }

// append adds the texts of another list.
func (l *labels) append(o *labels) {
	begin, shift := len(l.cells), uint64(len(l.long))
	l.cells = append(l.cells, o.cells...)
	l.long = append(l.long, o.long...)
	if len(o.long) == 0 || shift == 0 {
		return
	}
	for k := begin; k < len(l.cells); k++ {
		if c := &l.cells[k]; c[shortest] == isLong {
			binary.LittleEndian.PutUint64(c[:], binary.LittleEndian.Uint64(c[:])+shift)
		}
	}
}

func (l *labels) drop() {
	n := len(l.cells) - 1
	if c := &l.cells[n]; c[15] == isLong {
		l.long = l.long[:binary.LittleEndian.Uint64(c[:])]
	}
	l.cells = l.cells[:n]
}

func (l *labels) at(k int) []byte {
	c := &l.cells[k]
	if n := c[15]; n != isLong {
		return c[:n:n]
	}
	from := binary.LittleEndian.Uint64(c[:])
	to := from + uint64(binary.LittleEndian.Uint32(c[8:]))
	return l.long[from:to:to]
}

// labelNumber is the whole number that a label is, if it is one as strconv writes them;
// otherwise it is negative. Two labels with different numbers are different.
func labelNumber[T string | []byte](label T) int64 {
	if len(label) == 0 || len(label) > 18 || (label[0] == '0' && len(label) > 1) {
		return -1
	}
	n := int64(0)
	for i := range len(label) {
		d := label[i] - '0'
		if d > 9 {
			return -1
		}
		n = 10*n + int64(d)
	}
	return n
}

// numberCell is the cell of labels that holds a number of 15 digits at most.
func numberCell(v uint64) (cell [16]byte) {
	var text [32]byte // digits end in the middle, and zeros follow
	at := 16
	for ; v >= 100; v /= 100 {
		at -= 2
		text[at], text[at+1] = pairs[v%100*2], pairs[v%100*2+1]
	}
	if v >= 10 {
		at -= 2
		text[at], text[at+1] = pairs[v*2], pairs[v*2+1]
	} else {
		at--
		text[at] = '0' + byte(v)
	}
	cell = [16]byte(text[at : at+16])
	cell[shortest] = byte(16 - at)
	return cell
}

// pairs are the digits of the numbers from 0 to 99.
var pairs = func() (digits [200]byte) {
	for i := range 100 {
		digits[2*i], digits[2*i+1] = '0'+byte(i/10), '0'+byte(i%10)
	}
	return digits
}()
