package shapes
import ("testing";"math";"math/rand/v2")
func TestZZLost(t *testing.T) {
	r := rand.New(rand.NewPCG(3,4))
	short, bad := 0, 0
	odd := []float64{0, math.Copysign(0,-1), 5e-324, -5e-324, 1e-310, -1e-310, 0x1p-1022, -0x1p-1022, 1e-45, 1e-60, -1e-60, 1, -1, 0x1p100, -0x1p100, 0x1p60, -0x1p60, 1e15, 1e15+0.125, 0x1p53, -0x1p53, 0x1p53+2, 1e16, 1.0/3}
	val := func() float64 {
		switch r.IntN(4) {
		case 0: return odd[r.IntN(len(odd))]
		case 1: return math.Ldexp(r.Float64()-0.5, r.IntN(120)-60)
		case 2: return odd[r.IntN(len(odd))] * (1 + math.Ldexp(r.Float64(), -r.IntN(53)))
		}
		return math.Float64frombits(math.Float64bits(odd[r.IntN(len(odd))]) + uint64(r.IntN(9)))
	}
	for range 4_000_000 {
		a, b := val(), val()
		if r.IntN(3) == 0 { b = a + math.Ldexp(r.Float64(), r.IntN(60)-55)*math.Max(math.Abs(a),1e-300) }
		if !(a < b) || math.Abs(a) > 0x1p101 || math.Abs(b) > 0x1p101 { continue }
		m, h := a/2+b/2, b/2-a/2
		n, ok := lost(a, b, m, float32(h))
		if !ok { continue }
		if n == outlined { t.Fatal("outlined", a, b) }
		short++
		x, y := restored(n, m, float32(h))
		if x != a || y != b { bad++; t.Errorf("%v %v -> %v %v", a, b, x, y); if bad > 10 { t.FailNow() } }
	}
	t.Log(short, bad)
}
