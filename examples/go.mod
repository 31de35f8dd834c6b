module daylight/examples

go 1.25.0

require (
	daylight v0.0.0
	daylight/view v0.0.0
)

require (
	github.com/coder/websocket v1.8.15 // indirect
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	golang.org/x/image v0.41.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/sys v0.41.0 // indirect
	golang.org/x/text v0.37.0 // indirect
)

replace (
	daylight => ..
	daylight/view => ../view
)
