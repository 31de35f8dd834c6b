module daylight/internal/emulator

go 1.25.0
