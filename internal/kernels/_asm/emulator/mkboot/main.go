// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func die(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "mkboot:", err)
		os.Exit(2)
	}
}

// main is mkboot OUTDIR VMLINUZ INIT CMDLINE RAM_MIB [GUESTPATH=HOSTPATH ...]
func main() {
	out, bz, initBin, cmdline := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	var ramMiB uint32
	_, err := fmt.Sscan(os.Args[5], &ramMiB)
	die(err)

	// initramfs
	var c cpio
	for _, d := range []string{"dev", "proc", "sys", "tmp", "test"} {
		c.add(d, 040755, nil)
	}
	c.node("dev/console", 5, 1)
	c.node("dev/null", 1, 3)
	c.addFile("init", initBin)
	for _, a := range os.Args[6:] {
		guest, host, _ := strings.Cut(a, "=")
		c.addTree(strings.TrimPrefix(guest, "/"), host)
	}
	c.add("TRAILER!!!", 0, nil)

	// kernel
	img, err := os.ReadFile(bz)
	die(err)
	kern, base, entry, err := kernel(img)
	die(err)
	// the kernel's heap (brk) follows its image: keep well off it
	initrdAt := (base + uint32(len(kern)) + 4*mib) &^ (mib - 1)
	if end := uint64(initrdAt) + uint64(c.b.Len()); end > uint64(ramMiB)*mib || end > 1024*mib || ramMiB > 3072 {
		die(fmt.Errorf("it does not fit into %d MiB of memory", ramMiB))
	}
	mem := make([]byte, int(initrdAt-base)+c.b.Len())
	copy(mem, kern)
	copy(mem[initrdAt-base:], c.b.Bytes())
	die(os.WriteFile(filepath.Join(out, "mem.bin"), mem, 0o644))

	m := machine{
		image: img, commandLine: cmdline, ramMiB: ramMiB, base: base, size: uint32(len(mem)), entry: entry,
		initrd: initrdAt, initrdSize: uint32(c.b.Len()),
	}
	die(os.WriteFile(filepath.Join(out, "low.bin"), m.low(), 0o644))
	die(os.WriteFile(filepath.Join(out, "rom.bin"), rom(), 0o644))

	die(os.WriteFile(filepath.Join(out, "layout"), fmt.Appendf(nil, "LOW_AT=%#x MEM_AT=%#x\n", lowBase, base), 0o644))
}
