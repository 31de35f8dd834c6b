// SPDX-License-Identifier: MIT

package decimal

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// AppendFloat32 appends what strconv.AppendFloat(dst, float64(v), 'g', -1, 32) does: the fewest
// digits that give v back and, of several such numbers, the closest. Numbers from 1e-4 to 1e6, of
// either sign, take it half the time.
//
// They go by Schubfach (Raffaello Giulietti, The Schubfach way to render doubles): a number is
// c 2^q, and all between the middles to its neighbours, 4c-2 and 4c+2 quarters of 2^q, are read
// as it. Scaled by a power of ten so that the interval is between 2 and 20 wide, either one multiple
// of ten lies in it, which has a digit less, or one of the two whole numbers around v is closest.
// In this range the power fits a word and is exact.
func AppendFloat32(dst []byte, v float32) []byte {
	if a := math.Abs(float64(v)); !(a >= 1e-4 && a < 1e6) {
		return strconv.AppendFloat(dst, float64(v), 'g', -1, 32)
	}
	b := math.Float32bits(v)
	if b>>31 != 0 {
		dst = append(dst, '-')
	}
	digits, exponent := shortest(b&(1<<23-1), int(b>>23&0xff))
	return appendPlain(dst, digits, exponent)
}

// AppendText appends a number of so many bits, 32 or 64, as the text of a cell that names something: the
// fewest digits that give it back, without an exponent from 1e-6 to below 1e21, as JSON has it. So a whole
// number that some program kept as a float64 is the name that it is as an integer: 1000000, not 1e+06.
func AppendText(dst []byte, v float64, bits int) []byte {
	format := byte('f')
	if a := math.Abs(v); a != 0 && (bits == 64 && (a < 1e-6 || a >= 1e21) || bits == 32 && (float32(a) < 1e-6 || float32(a) >= 1e21)) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, v, format, -1, bits)
}

// topped are the powers of ten from 10^2 to 10^12, shifted up so that the highest bit is set.
var topped = func() (t [13]uint64) {
	for n, p := 0, uint64(1); n < len(t); n, p = n+1, 10*p {
		t[n] = p << bits.LeadingZeros64(p)
	}
	return t
}()

// shortest is the number as digits times a power of ten; the digits may end in zeros.
func shortest(fraction uint32, biased int) (digits uint32, exponent int) {
	c, q := fraction|1<<23, biased-150
	odd := c & 1 // whose bounds are read as its even neighbours
	least := 4*c - 2
	k := q * 1262611 >> 22 // floor(log10(2^q))
	if fraction == 0 {     // the neighbour below is half as far
		least++
		k = (q*1262611 - 524031) >> 22 // floor(log10(3/4 2^q))
	}
	h := q + (-k)*1741647>>19 + 1 // 2^q 10^-k is 2^h of what the table has
	g := topped[-k]
	low := scale(g, least<<h) + odd
	mid := scale(g, 4*c<<h)
	high := scale(g, (4*c+2)<<h) - odd
	s := mid / 4
	if t := s / 10; (low <= 40*t) != (40*t+40 <= high) {
		if low > 40*t {
			t++
		}
		return t, k + 1
	}
	below, above := low <= 4*s, 4*s+4 <= high
	if below != above {
		if above {
			s++
		}
		return s, k
	}
	if half := 4*s + 2; mid > half || mid == half && (s&1 != 0 || fraction == 0) { // as strconv has it
		s++
	}
	return s, k
}

// scale is the product without its lower 64 bits, the last of those left set if they are not all
// zero, so that comparisons see it.
func scale(g uint64, c uint32) uint32 {
	high, low := bits.Mul64(g, uint64(c))
	y := uint32(high)
	if low>>32 > 1 {
		y |= 1
	}
	return y
}

// appendPlain appends digits times a power of ten from 10^-13 to 10^5, without an exponent.
func appendPlain(dst []byte, digits uint32, exponent int) []byte {
	for digits%10 == 0 {
		digits, exponent = digits/10, exponent+1
	}
	n := (bits.Len32(digits)*1233)>>12 + 1 // digits, or one more
	if digits < powers[n-1] {
		n--
	}
	point, begin := n+exponent, len(dst) // where it stands in the digits
	dst = slices.Grow(dst, 24)
	if point <= 0 {
		dst = append(dst, '0', '.')
		for ; point < 0; point++ {
			dst = append(dst, '0')
		}
		begin = len(dst)
	}
	dst = dst[:begin+n]
	at := len(dst)
	for ; digits >= 100; digits /= 100 {
		at -= 2
		two := digits % 100 * 2
		dst[at], dst[at+1] = pairs[two], pairs[two+1]
	}
	if digits >= 10 {
		dst[at-2], dst[at-1] = pairs[2*digits], pairs[2*digits+1]
	} else {
		dst[at-1] = '0' + byte(digits)
	}
	switch {
	case exponent >= 0:
		return append(dst, "000000"[:exponent]...)
	case point > 0:
		dst = append(dst, 0)
		copy(dst[begin+point+1:], dst[begin+point:])
		dst[begin+point] = '.'
	}
	return dst
}

// powers are those of ten.
var powers = [...]uint32{1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000}

// pairs are the digits of the numbers from 0 to 99.
var pairs = func() (digits [200]byte) {
	for i := range 100 {
		digits[2*i], digits[2*i+1] = '0'+byte(i/10), '0'+byte(i%10)
	}
	return digits
}()
