// SPDX-License-Identifier: MIT

package decimal

import "math/big"

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
