// SPDX-License-Identifier: MIT

// Command mkboot prepares the three files Bochs loads straight into the
// machine's memory, so that no BIOS, boot loader or disk is needed:
//
//	rom.bin     64 KiB ROM whose reset vector enters 32-bit mode
//	low.bin     loaded at 0x10000: boot_params, command line, page tables, GDT, code to 64-bit mode
//	mem.bin     loaded where the kernel's ELF header says: the kernel proper, decompressed and
//	            laid out, then the initramfs (/init, /prog, arguments and extra files)
//
// Bochs allots memory in blocks of 128 KiB at the first access, yet reads an
// image as if all its blocks were adjacent: so there is one image after
// low.bin, and the first thing the code does is to touch its blocks in order.
package main
