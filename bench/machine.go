// SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/cpuid/v2"
)

// Machine is where something was measured, and with what.
type Machine struct {
	CPU        string `json:"cpu"`
	Family     int    `json:"family,omitempty"` // of the processor, as it says itself
	Model      int    `json:"model,omitempty"`
	Processors int    `json:"processors"` // as the operating system counts them
	GOMAXPROCS int    `json:"gomaxprocs"`
	L1D        int    `json:"l1d_bytes,omitempty"`
	L2         int    `json:"l2_bytes,omitempty"`
	L3         int    `json:"l3_bytes,omitempty"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	Level      string `json:"level,omitempty"` // GOAMD64 and its kin
	Go         string `json:"go"`
}

// ThisMachine describes the machine and the program that run.
func ThisMachine() Machine {
	m := Machine{
		CPU: strings.TrimSpace(cpuid.CPU.BrandName), Family: cpuid.CPU.Family, Model: cpuid.CPU.Model,
		Processors: runtime.NumCPU(), GOMAXPROCS: runtime.GOMAXPROCS(0),
		L1D: max(0, cpuid.CPU.Cache.L1D), L2: max(0, cpuid.CPU.Cache.L2), L3: max(0, cpuid.CPU.Cache.L3),
		OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(),
	}
	if m.CPU == "" {
		m.CPU = "unknown " + runtime.GOARCH
	}
	m.Level = setting("GO" + strings.ToUpper(runtime.GOARCH))
	return m
}

// Name returns the name of the processor with its family and model, which say more than the name
// alone.
func (m *Machine) Name() string {
	if m.Family > 0 {
		return fmt.Sprintf("%s (family %d, model %d)", m.CPU, m.Family, m.Model)
	}
	return m.CPU
}

// String describes the machine in one line.
func (m *Machine) String() string {
	s := m.Name()
	s += fmt.Sprintf(", %s", count(m.Processors, "processor"))
	if m.GOMAXPROCS != m.Processors {
		s += fmt.Sprintf(", GOMAXPROCS=%d", m.GOMAXPROCS)
	}
	if m.L2 > 0 {
		s += fmt.Sprintf(", L2 %s", kib(m.L2))
	}
	if m.L3 > 0 {
		s += fmt.Sprintf(", L3 %s", kib(m.L3))
	}
	s += fmt.Sprintf(", %s/%s, %s", m.OS, m.Arch, m.Go)
	if m.Level != "" {
		s += fmt.Sprintf(", GO%s=%s", strings.ToUpper(m.Arch), m.Level)
	}
	return s
}

func kib(bytes int) string {
	if bytes >= 1<<20 && bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Commit returns the revision that the running program was built from, and whether the tree had
// been changed since. The revision is empty if the build recorded none.
func Commit() (revision string, modified bool) {
	return setting("vcs.revision"), setting("vcs.modified") == "true"
}

// setting is what the build recorded under a key.
func setting(key string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// Bandwidth is how fast the machine copies memory that is in no cache.
type Bandwidth struct {
	Workers        int     `json:"workers"`
	BytesPerSecond float64 `json:"bytes_per_second"` // read and written, added up
}

// Copying is measured on buffers that no cache holds, several times; the best is the
// machine's.
const (
	copyLeast  = 64 << 20  // bytes of source and destination each, for all workers together
	copyMost   = 256 << 20 // the same; a virtual machine may state the cache of a whole host
	copyRepeat = 5
)

// copied is what CopyBandwidth gave, by workers: of several measurements in a process only the
// first copies.
var copied sync.Map

// CopyBandwidth measures how fast so many goroutines copy memory at the same time: the best of
// several copies of more memory than fits into the caches. Source and destination take up to
// 256 MiB each.
func CopyBandwidth(workers int) Bandwidth {
	each := min(max(copyLeast, 2*cpuid.CPU.Cache.L3), copyMost) / workers
	from, to := make([][]byte, workers), make([][]byte, workers)
	for k := range from {
		from[k], to[k] = make([]byte, each), make([]byte, each)
		for i := 0; i < each; i += 4096 { // so that the pages are there, and different
			from[k][i], to[k][i] = 1, 2
		}
	}
	best := time.Duration(0)
	for range copyRepeat {
		start := time.Now()
		if workers == 1 {
			copy(to[0], from[0])
		} else {
			var group sync.WaitGroup
			for k := range from {
				group.Go(func() { copy(to[k], from[k]) })
			}
			group.Wait()
		}
		if took := max(time.Since(start), time.Microsecond); best == 0 || took < best {
			best = took
		}
	}
	return Bandwidth{Workers: workers, BytesPerSecond: 2 * float64(each*workers) / best.Seconds()}
}
