module daylight/cmd

go 1.25.0

require (
	daylight v0.0.0
	github.com/peterstace/simplefeatures v0.50.0
	golang.org/x/image v0.41.0
)

require golang.org/x/text v0.37.0 // indirect

replace daylight => ..
