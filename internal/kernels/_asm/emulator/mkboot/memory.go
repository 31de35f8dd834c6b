// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/binary"
)

const (
	mib = 1 << 20
	// lowBase is where low memory is loaded.
	lowBase = 0x10000
)

// machine is what the first instructions of the machine have to know.
type machine struct {
	image       []byte // of the kernel as it is packed, whose header the kernel wants back
	commandLine string
	ramMiB      uint32
	base, size  uint32 // of the image in memory: the kernel, and the initramfs behind it
	entry       uint32 // of the kernel
	initrd      uint32
	initrdSize  uint32
}

// low is what lies at lowBase: +0 boot_params, +1000 command line, +2000 PML4, +3000 PDPT,
// +4000 PD, +5000 code that touches all blocks of the image, enters 64-bit mode and the
// kernel, +6000 GDT.
func (m *machine) low() []byte {
	low := make([]byte, 0x7000)
	le := binary.LittleEndian
	copy(low[0x1f1:], m.image[0x1f1:0x202+int(m.image[0x201])])
	low[0x210] = 0xff // type_of_loader: undefined
	low[0x211] |= 1   // LOADED_HIGH
	le.PutUint32(low[0x214:], m.base)
	le.PutUint32(low[0x218:], m.initrd)
	le.PutUint32(low[0x21c:], m.initrdSize)
	le.PutUint32(low[0x228:], lowBase+0x1000)
	e820 := func(i int, addr, size uint64) {
		p := low[0x2d0+20*i:]
		le.PutUint64(p, addr)
		le.PutUint64(p[8:], size)
		le.PutUint32(p[16:], 1)
	}
	e820(0, 0, 0x9f000)
	e820(1, mib, uint64(m.ramMiB-1)*mib)
	low[0x1e8] = 2
	copy(low[0x1000:0x1fff], m.commandLine)
	le.PutUint64(low[0x2000:], lowBase+0x3000|3)
	le.PutUint64(low[0x3000:], lowBase+0x4000|3)
	for i := range 512 {
		le.PutUint64(low[0x4000+8*i:], uint64(i)<<21|0x83)
	}
	code := []byte{
		0x66, 0xb8, 0x18, 0x00, // mov ax, 0x18
		0x8e, 0xd8, 0x8e, 0xc0, 0x8e, 0xd0, // mov ds/es/ss, ax
		0xbe, 0, 0, 0, 0, // mov esi, base          (patched at 11)
		0x8b, 0x06, // mov eax, [esi]
		0x81, 0xc6, 0x00, 0x00, 0x02, 0x00, // add esi, 128K
		0x81, 0xfe, 0, 0, 0, 0, // cmp esi, end     (patched at 25)
		0x72, 0xf0, // jb -16
		0xb8, 0, 0, 0, 0, // mov eax, PML4          (patched at 32)
		0x0f, 0x22, 0xd8, // mov cr3, eax
		0x0f, 0x20, 0xe0, // mov eax, cr4
		0x83, 0xc8, 0x20, // or eax, PAE
		0x0f, 0x22, 0xe0, // mov cr4, eax
		0xb9, 0x80, 0x00, 0x00, 0xc0, // mov ecx, EFER
		0x0f, 0x32, // rdmsr
		0x0f, 0xba, 0xe8, 0x08, // bts eax, LME
		0x0f, 0x30, // wrmsr
		0xb8, 0x31, 0x00, 0x00, 0x80, // mov eax, PG|NE|ET|PE
		0x0f, 0x22, 0xc0, // mov cr0, eax
	}
	le.PutUint32(code[11:], m.base)
	le.PutUint32(code[25:], m.base+m.size)
	le.PutUint32(code[32:], lowBase+0x2000)
	code = append(code, 0xea) // ljmp 0x10:next
	code = le.AppendUint32(code, lowBase+0x5000+uint32(len(code))+6)
	code = append(code, 0x10, 0x00)
	code = append(code, 0xbe) // mov esi, boot_params
	code = le.AppendUint32(code, lowBase)
	code = append(code, 0xb8) // mov eax, entry
	code = le.AppendUint32(code, m.entry)
	code = append(code, 0xff, 0xe0) // jmp rax
	copy(low[0x5000:], code)
	for i, d := range []uint64{0, 0x00cf9b000000ffff, 0x00af9b000000ffff, 0x00cf93000000ffff} {
		le.PutUint64(low[0x6000+8*i:], d)
	}
	return low

}

// rom is 64 KiB below 4 GiB, whose reset vector enters 32-bit mode and low memory's code.
func rom() []byte {
	b := bytes.Repeat([]byte{0xf4}, 0x10000)
	start := []byte{
		0xfa, 0xfc, // cli; cld
		0x66, 0x2e, 0x0f, 0x01, 0x16, 0x40, 0xff, // o32 lgdt cs:[0xff40]
		0x0f, 0x20, 0xc0, 0x0c, 0x01, 0x0f, 0x22, 0xc0, // mov eax,cr0; or al,1; mov cr0,eax
		0x66, 0xea, // o32 ljmp 0x08:code
	}
	start = binary.LittleEndian.AppendUint32(start, lowBase+0x5000)
	start = append(start, 0x08, 0x00)
	copy(b[0xff00:], start)
	binary.LittleEndian.PutUint16(b[0xff40:], 4*8-1)
	binary.LittleEndian.PutUint32(b[0xff42:], lowBase+0x6000)
	copy(b[0xfff0:], []byte{0xe9, 0x0d, 0xff}) // jmp 0xff00
	return b
}
