// SPDX-License-Identifier: MIT

package decimal

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"unsafe"
)

// most is how many digits a mantissa of 64 bits holds, for any digits.
const most = 19

// Parse reads a number. It is not ok if text is no number, or one beyond the range of
// float64; one too small for it is 0.
func Parse(text string) (v float64, ok bool) {
	i, negative := 0, false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	// The digits as a whole number, and the power of ten it is times.
	mantissa, begin := uint64(0), i
	for i < len(text) && text[i]-'0' <= 9 {
		mantissa = 10*mantissa + uint64(text[i]-'0')
		i++
	}
	digits, exponent := i-begin, 0
	if i < len(text) && text[i] == '.' {
		i++
		point := i
		for len(text)-i >= 8 {
			b := load(text, i)
			if leadingDigits(b) < 8 {
				break
			}
			mantissa = 100_000_000*mantissa + eightDigits(b)
			i += 8
		}
		// The text's last bytes, if all are digits, with zeros in place of those in front.
		if n := len(text) - i; n > 2 && len(text) >= 8 {
			front := uint64(64 - 8*n)
			b := load(text, len(text)-8)>>front<<front | allZeros>>(8*uint64(n))
			if leadingDigits(b) == 8 {
				mantissa = wholes[n&7]*mantissa + eightDigits(b)
				i += n
			}
		}
		for i < len(text) && text[i]-'0' <= 9 {
			mantissa = 10*mantissa + uint64(text[i]-'0')
			i++
		}
		exponent = point - i
		digits -= exponent
	}
	if digits == 0 {
		return 0, false
	}
	if i < len(text) {
		e, ok := power(text[i:])
		if !ok {
			return 0, false
		}
		exponent += e
	}
	// The common case, without a call.
	if mantissa < 1<<53 && -22 <= exponent && exponent <= 0 && digits <= most {
		if v = float64(mantissa) / tens[-exponent]; negative {
			v = -v
		}
		return v, true
	}
	return value(text, mantissa, digits, exponent, negative)
}

// Scan reads the number that stands in text from i on, as JSON writes numbers, and says where
// it ends: a sign only in front of what is negative, no zeros in front of other digits, and
// digits on both sides of a point. It does not look at the text behind the number.
func Scan(text string, i int) (v float64, end int, ok bool) {
	first, negative := i, false
	if i < len(text) && text[i] == '-' {
		negative = true
		i++
	}
	mantissa, begin := uint64(0), i
	for i < len(text) && text[i]-'0' <= 9 {
		mantissa = 10*mantissa + uint64(text[i]-'0')
		i++
	}
	digits, exponent := i-begin, 0
	if digits == 0 || (digits > 1 && text[begin] == '0') {
		return 0, first, false
	}
	if i < len(text) && text[i] == '.' {
		i++
		point := i
		mantissa, i = fraction(text, i, mantissa)
		if i == point {
			return 0, first, false
		}
		exponent = point - i
		digits -= exponent
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		begin := i
		if i++; i < len(text) && (text[i] == '-' || text[i] == '+') {
			i++
		}
		for i < len(text) && text[i]-'0' <= 9 {
			i++
		}
		e, ok := power(text[begin:i])
		if !ok {
			return 0, first, false
		}
		exponent += e
	}
	v, ok = value(text[first:i], mantissa, digits, exponent, negative)
	return v, i, ok
}

// fraction appends the digits from i on to a mantissa, and says where they end.
func fraction(text string, i int, mantissa uint64) (uint64, int) {
	for len(text)-i >= 8 {
		b := load(text, i)
		n := leadingDigits(b)
		if n == 8 {
			mantissa = 100_000_000*mantissa + eightDigits(b)
			i += 8
			continue
		}
		// With zeros in front in place of what stands behind, they are eight digits as well.
		return wholes[n&7]*mantissa + eightDigits(b<<(64-8*n)|allZeros>>(8*n)), i + n
	}
	for i < len(text) && text[i]-'0' <= 9 {
		mantissa = 10*mantissa + uint64(text[i]-'0')
		i++
	}
	return mantissa, i
}

// wholes are powers of ten.
var wholes = [8]uint64{1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000}

// allZeros are eight digits.
const allZeros = 0x3030303030303030

// leadingDigits is how many of eight bytes are digits before the first, from the lowest
// place on, that is none.
func leadingDigits(b uint64) int {
	// The upper half of a digit is 3 and stays 3 with 6 more; a carry out of a byte marks it as
	// none, and may mark one above it, which comes later.
	other := (b&0xf0f0f0f0f0f0f0f0 | (b+0x0606060606060606)&0xf0f0f0f0f0f0f0f0>>4) ^ 0x3333333333333333
	return bits.TrailingZeros64(other) >> 3
}

// value is mantissa times ten to the exponent. The mantissa is that of text, which is a
// number, unless it has more digits than fit.
func value(text string, mantissa uint64, digits, exponent int, negative bool) (v float64, ok bool) {
	if digits > most {
		return slow(text) // the mantissa may have run over
	}
	switch {
	case mantissa < 1<<53 && -22 <= exponent && exponent <= 22:
		// Both are exact as float64, so one rounding is all there is (Clinger 1990).
		if v = float64(mantissa); exponent < 0 {
			v /= tens[-exponent]
		} else {
			v *= tens[exponent]
		}
	default:
		if v, ok = scaled(mantissa, exponent); !ok {
			return slow(text)
		}
	}
	if negative {
		v = -v
	}
	return v, true
}

// slow is Parse by way of strconv. The text has been found to be a number.
func slow(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil
}

// power reads an exponent: e, a sign or none, digits. Far beyond the range of float64 it
// is cut off, which keeps its meaning.
func power(text string) (e int, ok bool) {
	if text[0] != 'e' && text[0] != 'E' {
		return 0, false
	}
	i, negative := 1, false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	if i == len(text) {
		return 0, false
	}
	for ; i < len(text); i++ {
		d := text[i] - '0'
		if d > 9 {
			return 0, false
		}
		if e < 1<<20 {
			e = 10*e + int(d)
		}
	}
	if negative {
		e = -e
	}
	return e, true
}

// load reads eight bytes of text, the first in the lowest place.
func load(text string, i int) uint64 {
	b := (*[8]byte)(unsafe.Pointer(unsafe.StringData(text[i : i+8])))
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// eightDigits is the number that eight digits spell, the first in the lowest place.
// Neighbours are added up pairwise, tens to ones: eight digits make four numbers of two,
// these two of four, these one of eight.
func eightDigits(b uint64) uint64 {
	b &= 0x0f0f0f0f0f0f0f0f
	b = b*10 + b>>8
	b = (b&0x00ff00ff00ff00ff)*100 + (b>>16)&0x00ff00ff00ff00ff
	b = (b&0x0000ffff0000ffff)*10000 + (b>>32)&0x0000ffff0000ffff
	return b & 0xffffffff
}

// scaled is the float64 nearest to mantissa times ten to the exponent, if the product
// with a truncated power of five tells it apart from its neighbours (Eisel; Lemire 2021,
// "Number parsing at a gigabyte per second": which cases are left, and why no others).
func scaled(mantissa uint64, exponent int) (v float64, ok bool) {
	if mantissa == 0 {
		return 0, true
	}
	if exponent < leastPower || exponent > greatestPower {
		return 0, false
	}
	five := &fives[exponent-leastPower]
	shift := bits.LeadingZeros64(mantissa)
	mantissa <<= shift
	// The upper 64 bits of the power suffice unless all bits below those of the result
	// and its rounding are ones, which a carry from below could turn over.
	high, low := bits.Mul64(mantissa, five.high)
	const below = 1<<9 - 1
	if high&below == below {
		carry, _ := bits.Mul64(mantissa, five.low)
		if low += carry; low < carry {
			high++
		}
	}
	if low == math.MaxUint64 && (exponent < -27 || exponent > 55) {
		return 0, false // the power is not exact, and what was cut off it could carry
	}
	top := int(high >> 63)
	drop := top + 9 // leaves 53 bits and one to round by
	m := high >> drop
	binary := (217706*exponent)>>16 + 63 + top - shift + 1023 // floor of log2(10) * exponent
	if binary <= 0 {
		return 0, false // subnormal
	}
	if low <= 1 && -4 <= exponent && exponent <= 23 && m&3 == 1 && m<<drop == high {
		m &^= 1 // exactly halfway, and the even one is below
	}
	m = (m + m&1) >> 1
	if m == 1<<53 {
		m, binary = 1<<52, binary+1
	}
	if binary >= 0x7ff {
		return 0, false
	}
	return math.Float64frombits(m&(1<<52-1) | uint64(binary)<<52), true
}

// tens are the powers of ten that a float64 holds exactly.
var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// The powers of ten that scaled knows. Beyond them is strconv's.
const leastPower, greatestPower = -64, 64

// fives are the powers of five from leastPower on, times the power of two that makes
// them 128 bits long: cut off below if they are whole, rounded up if they are fractions.
var fives = func() (table [greatestPower - leastPower + 1]struct{ high, low uint64 }) {
	word := new(big.Int).SetUint64(1<<64 - 1)
	for i := range table {
		q := leastPower + i
		v := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(max(q, -q))), nil)
		if q < 0 {
			one := big.NewInt(1)
			v = v.Div(new(big.Int).Lsh(one, uint(2*v.BitLen()+128)), v)
			v.Add(v, one)
		}
		if n := v.BitLen(); n > 128 {
			v.Rsh(v, uint(n-128))
			if q < 0 && q >= -27 {
				v.Add(v, big.NewInt(1)) // what was cut off counts, as long as the product is exact
			}
		} else {
			v.Lsh(v, uint(128-n))
		}
		table[i].low = new(big.Int).And(v, word).Uint64()
		table[i].high = v.Rsh(v, 64).Uint64()
	}
	return table
}()
