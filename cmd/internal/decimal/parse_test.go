// SPDX-License-Identifier: MIT

package decimal

import (
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/testenv"
)

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`)

// check holds Parse and Scan against strconv.
func check(t *testing.T, text string) {
	t.Helper()
	want, err := strconv.ParseFloat(text, 64)
	number := err == nil && strings.Trim(text, "0123456789+-.eE") == ""
	got, ok := Parse(text)
	if ok != number || (ok && math.Float64bits(got) != math.Float64bits(want)) {
		t.Fatalf("%q: got %v, %v, want %v, %v", text, got, ok, want, number)
	}
	// Scan takes the longest number of JSON that text begins with.
	begins := jsonNumber.FindString(text)
	for _, more := range []string{"", ",", " 12345678", "x"} {
		got, end, ok := Scan("ab"+text+more, 2)
		if more != "" && jsonNumber.FindString(text+more) != begins {
			continue
		}
		want, err := strconv.ParseFloat(begins, 64)
		if part := text[len(begins):]; ok && (end != 2+len(begins) || math.Float64bits(got) != math.Float64bits(want)) {
			t.Fatalf("%q: got %v up to %d, want %v up to %d", text+more, got, end, want, 2+len(begins))
		} else if !ok && begins != "" && err == nil && !strings.HasPrefix(part, ".") && !strings.HasPrefix(part, "e") && !strings.HasPrefix(part, "E") && !(part != "" && part[0]-'0' <= 9) {
			t.Fatalf("%q: got nothing, want %v", text+more, want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, text := range strings.Fields(`0 -0 +0 1 -1 +1.5 .5 5. . + - e e1 1e 1e+ 1e-1 1E5 00012 1e308 1e309 1.7976931348623157e308
		1.7976931348623159e308 4.9e-324 2e-324 1e-400 1e99999999999 1e-99999999999 0e99999999999 123456789012345678 1234567890123456789
		12345678901234567890 0.000000000000000000000000012345678901234567890 9007199254740993 9007199254740992.5 9007199254740993.0000000000000000000001
		8.5e22 1e23 6.0221407623e23 1.2e22 12345678.12345678 12345678.1234567 0.12345678 0.123456789012345678901 1_000 0x1p3 nan inf
		Infinity 1,5 1.2.3 --1 1e1.5 2.2250738585072011e-308 2.2250738585072014e-308 7.2057594037927933e16 5e-324 1.0000000000000000e0`) {
		check(t, text)
	}
	check(t, "")
	check(t, " 1")
	check(t, "1 ")
}

// TestRandom holds numbers of every length and size against strconv, and those halfway
// between two neighbours, which are the hardest to round.
func TestRandom(t *testing.T) {
	n := testenv.Rounds(50_000, 100_000, 2_000_000)
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		v := math.Float64frombits(r.Uint64())
		if r.IntN(2) == 0 {
			v = r.NormFloat64() * math.Pow(10, float64(r.IntN(40)-20))
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		check(t, strconv.FormatFloat(v, "efgEG"[r.IntN(5)], r.IntN(20)-1, 64))
		check(t, strconv.FormatUint(r.Uint64()>>r.IntN(64), 10)+"e"+strconv.Itoa(r.IntN(140)-70))
	}
	for range n / 100 {
		v := math.Abs(math.Float64frombits(r.Uint64()&^(0x7ff<<52) | uint64(1023+r.IntN(160)-80)<<52))
		next := math.Nextafter(v, math.Inf(1))
		half := new(big.Float).SetPrec(2000).SetFloat64(v)
		half.Add(half, new(big.Float).SetFloat64(next)).Quo(half, big.NewFloat(2))
		exact := half.Text('f', 200)
		check(t, exact)
		check(t, strings.TrimRight(exact, "0")+"1")
		for _, digits := range []int{16, 17, 18, 19} {
			check(t, half.Text('e', digits-1))
		}
	}
}

// TestPowers: the powers equal exact arithmetic, within one unit of 2^-128.
func TestPowers(t *testing.T) {
	for i, p := range fives {
		q := leastPower + i
		v := new(big.Int).SetUint64(p.high)
		v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(p.low))
		if v.BitLen() != 128 {
			t.Fatalf("5^%d has %d bits", q, v.BitLen())
		}
		five := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(max(q, -q))), nil)
		exact := new(big.Rat).SetInt(five)
		if q < 0 {
			exact.Inv(exact)
		}
		// Scale the exact value into [2^127, 2^128).
		two := new(big.Rat).SetInt64(2)
		low, high := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 127)), new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 128))
		for exact.Cmp(low) < 0 {
			exact.Mul(exact, two)
		}
		for exact.Cmp(high) >= 0 {
			exact.Quo(exact, two)
		}
		d := new(big.Rat).Sub(new(big.Rat).SetInt(v), exact)
		one := big.NewRat(1, 1)
		if q >= 0 && (d.Sign() > 0 || d.Cmp(new(big.Rat).Neg(one)) <= 0) || q < 0 && (d.Cmp(new(big.Rat).Neg(one)) < 0 || d.Cmp(one) > 0) {
			t.Errorf("5^%d is off by %s", q, d.FloatString(3))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1.5", "-1e-5", "1234567890.0987654321e7", ".5e", "9007199254740993", "1e400"} {
		f.Add(text)
	}
	f.Fuzz(check)
}

var sink float64

func BenchmarkParse(b *testing.B) {
	// Numbers as in tables: places and sizes with the digits of a float32, without a pattern that a
	// processor could learn.
	var texts [1 << 12]string
	r := rand.New(rand.NewPCG(3, 4))
	for i := range texts {
		texts[i] = strconv.FormatFloat(float64(float32(r.Float64()*math.Pow(10, float64(r.IntN(5)-1)))), 'g', -1, 64)
	}
	for _, c := range []struct {
		name  string
		parse func(string) (float64, bool)
	}{{"ours", Parse}, {"strconv", slow}} {
		b.Run(c.name, func(b *testing.B) {
			for i := range b.N {
				v, _ := c.parse(texts[i%len(texts)])
				sink += v
			}
		})
	}
}
