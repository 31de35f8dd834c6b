// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// How values are said that are neither numbers nor texts.

// unit is a unit of times, as Arrow numbers them: seconds, thousandths, millionths, billionths.
type unit uint8

var second = [...]int64{1, 1e3, 1e6, 1e9}

func (u unit) String() string { return [...]string{"s", "ms", "us", "ns"}[u] }

func day(days int64) string {
	return time.Unix(days*86400, 0).UTC().Format(time.DateOnly)
}

// clock is a time of day.
func clock(v int64, u unit) string {
	t := time.Unix(v/second[u], v%second[u]*(1e9/second[u])).UTC()
	return t.Format([...]string{"15:04:05", "15:04:05.000", "15:04:05.000000", "15:04:05.000000000"}[u])
}

// instant is a time of some day, in a zone if there is one.
func instant(v int64, u unit, zone *time.Location) string {
	seconds, part := v/second[u], v%second[u]
	if part < 0 {
		seconds, part = seconds-1, part+second[u]
	}
	t := time.Unix(seconds, part*(1e9/second[u])).UTC()
	layout := "2006-01-02T15:04:05.999999999"
	if zone != nil {
		if t = t.In(zone); true {
			layout = time.RFC3339Nano
		}
		if _, offset := t.Zone(); offset%60 != 0 {
			layout = "2006-01-02T15:04:05.999999999Z07:00:00"
		}
	}
	if t.Year() < 0 || t.Year() > 9999 {
		return strconv.FormatInt(v, 10)
	}
	return t.Format(layout)
}

// decimalOf is a whole number with the least byte first or last, of which so many digits stand behind
// the point.
func decimalOf(cell []byte, first bool, scale int) string {
	be := slices.Clone(cell)
	if first {
		slices.Reverse(be)
	}
	v := new(big.Int).SetBytes(be)
	if len(be) > 0 && be[0]&0x80 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(be))))
	}
	text := new(big.Int).Abs(v).String()
	switch {
	case scale < 0 && v.Sign() != 0:
		text += strings.Repeat("0", -scale)
	case scale > 0:
		if n := scale + 1 - len(text); n > 0 {
			text = strings.Repeat("0", n) + text
		}
		text = text[:len(text)-scale] + "." + text[len(text)-scale:]
	}
	if v.Sign() < 0 {
		text = "-" + text
	}
	return text
}

// mostScale is how many digits of a decimal may stand behind the point, or zeros before it.
const mostScale = 1 << 10

func uuid(b []byte) string {
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// half is a number of 16 bits.
func half(b []byte) string {
	v := binary.LittleEndian.Uint16(b)
	sign, exponent, part := 1.0, int(v>>10&31), float64(v&1023)
	if v>>15 != 0 {
		sign = -1
	}
	f := 0.0
	switch exponent {
	case 0:
		f = math.Ldexp(part, -24)
	case 31:
		if f = math.Inf(1); part != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(1024+part, exponent-25)
	}
	return strconv.FormatFloat(sign*f, 'g', -1, 32)
}

// interval is a span of the calendar, as Arrow has it: months, days and thousandths, or all of them.
func interval(b []byte) string {
	at := func(i int) int32 { return int32(binary.LittleEndian.Uint32(b[i:])) }
	switch len(b) {
	case 4:
		return fmt.Sprintf(`{"months":%d}`, at(0))
	case 8:
		return fmt.Sprintf(`{"days":%d,"milliseconds":%d}`, at(0), at(4))
	}
	return fmt.Sprintf(`{"months":%d,"days":%d,"nanoseconds":%d}`, at(0), at(4), int64(binary.LittleEndian.Uint64(b[8:])))
}
