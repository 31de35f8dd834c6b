module daylight/bench/peers/go

go 1.25.0

require (
	daylight v0.0.0
	github.com/dhconnelly/rtreego v1.2.0
	github.com/peterstace/simplefeatures v0.50.0
	github.com/tidwall/rtree v1.10.0
)

require (
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	github.com/tidwall/geoindex v1.7.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
	golang.org/x/sys v0.41.0 // indirect
)

replace daylight => ../../..
