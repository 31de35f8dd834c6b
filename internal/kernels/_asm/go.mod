module daylight/internal/kernels/asm

go 1.25.0

require (
	github.com/mmcloughlin/avo v0.6.0
	github.com/pierrec/lz4/v4 v4.1.29
)

require (
	golang.org/x/mod v0.25.0 // indirect
	golang.org/x/sync v0.15.0 // indirect
	golang.org/x/tools v0.34.0 // indirect
)
