// SPDX-License-Identifier: MIT

//go:build linux

#include "textflag.h"

// func outb(port uint16, v byte)
TEXT ·outb(SB), NOSPLIT, $0-3
	MOVWLZX port+0(FP), DX
	MOVBLZX v+2(FP), AX
	OUTB
	RET

// func outs(p *byte, n int)
TEXT ·outs(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
loop:
	MOVL $0x378, DX
	MOVBLZX (SI), AX
	OUTB
	MOVL $0x37a, DX
	MOVL $0x0d, AX // strobe
	OUTB
	MOVL $0x0c, AX
	OUTB
	INCQ SI
	DECQ CX
	JNZ loop
	RET
