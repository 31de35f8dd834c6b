// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sense is the meaning of values, in Arrow's terms.
type sense struct {
	kind   int
	width  int  // bytes of a value, 0 if they vary; elements of a list of fixed length
	typ    Type // of values that are numbers, or are stored as such
	unit   unit // of times
	scale  int  // digits behind the point
	little bool // of a decimal: its least byte is the first
	zoned  bool // instants are of UTC, as others are that have a zone
}

// isText reports whether values are texts, or bytes that may be texts.
func (s *sense) isText() bool { return s.kind == arrowText || s.kind == arrowBinary }

// isNumber reports whether values are numbers.
func (s *sense) isNumber() bool { return s.kind == arrowInt || s.kind == arrowFloat }

// ids is what values are as ids.
func (s *sense) ids() Type {
	if s.kind == arrowInt {
		return s.typ
	}
	return Text
}

// spell returns the text of a value that is neither a number nor a text. The value is b, or v if b
// is nil.
func (s *sense) spell(b []byte, v int64) string {
	switch s.kind {
	case kindUUID:
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	case arrowDecimal:
		if b == nil {
			b = binary.BigEndian.AppendUint64(nil, uint64(v))
		}
		return decimalOf(b, s.little, s.scale)
	case arrowDate:
		if s.unit == 0 {
			return time.Unix(v*86400, 0).UTC().Format(time.DateOnly)
		}
		return time.UnixMilli(v).UTC().Format(time.DateOnly)
	case arrowTime:
		u := second[s.unit]
		return time.Unix(v/u, v%u*(1e9/u)).UTC().Format("15:04:05" + [...]string{"", ".000", ".000000", ".000000000"}[s.unit])
	case arrowTimestamp:
		return instant(v, s.unit, s.zoned)
	case arrowDuration:
		return fmt.Sprint(v, [...]string{"s", "ms", "us", "ns"}[s.unit])
	}
	// A time of Hadoop: nanoseconds of a day, and its Julian day number.
	days := int64(binary.LittleEndian.Uint32(b[8:])) - 2440588
	return time.Unix(days*86400, int64(binary.LittleEndian.Uint64(b))).UTC().Format(instants)
}

// unit is a unit of times, as Arrow numbers them: seconds, thousandths, millionths, billionths.
type unit uint8

var second = [...]int64{1, 1e3, 1e6, 1e9}

const instants = "2006-01-02T15:04:05.999999999"

// instant is a time of some day, in UTC if it has a zone.
func instant(v int64, u unit, zoned bool) string {
	t := time.Unix(v/second[u], v%second[u]*(1e9/second[u])).UTC()
	switch {
	case t.Year() < 0 || t.Year() > 9999:
		return strconv.FormatInt(v, 10)
	case zoned:
		return t.Format(time.RFC3339Nano)
	}
	return t.Format(instants)
}

// mostScale is the greatest number of digits behind the point of a decimal, or of zeros before it.
const mostScale = 1 << 10

// decimalOf returns the text of a whole number with scale digits behind the point.
func decimalOf(cell []byte, little bool, scale int) string {
	be := slices.Clone(cell)
	if little {
		slices.Reverse(be)
	}
	v, sign := new(big.Int).SetBytes(be), ""
	if len(be) > 0 && be[0]&0x80 != 0 {
		v.Sub(new(big.Int).Lsh(big.NewInt(1), uint(8*len(be))), v)
		sign = "-"
	}
	text := v.String()
	switch {
	case scale < 0 && v.Sign() != 0:
		text += strings.Repeat("0", -scale)
	case scale > 0:
		text = strings.Repeat("0", max(scale+1-len(text), 0)) + text
		text = text[:len(text)-scale] + "." + text[len(text)-scale:]
	}
	return sign + text
}
