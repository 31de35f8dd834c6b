// SPDX-License-Identifier: MIT

//go:build !race && amd64 && !purego

package pair

func (b *Block) raceLanes(off, num uint32) {}
