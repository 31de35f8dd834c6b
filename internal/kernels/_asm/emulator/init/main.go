// SPDX-License-Identifier: MIT

//go:build linux && amd64

package main

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

func outb(port uint16, v byte)
func outs(p *byte, n int) // n bytes to the parallel port at 0x378

var last byte // written

func emit(b []byte) {
	if len(b) > 0 {
		outs(&b[0], len(b))
		last = b[len(b)-1]
	}
}

func lines(name string) []string {
	b, _ := os.ReadFile(name)
	s := strings.Split(string(b), "\x00")
	return s[:len(s)-1]
}

// run runs the programs in turn, up to the first that fails, with a line between their outputs.
func run() string {
	syscall.Mount("devtmpfs", "/dev", "devtmpfs", 0, "")
	syscall.Mount("proc", "/proc", "proc", 0, "")
	syscall.Mount("sysfs", "/sys", "sysfs", 0, "")
	syscall.Mount("tmpfs", "/tmp", "tmpfs", 0, "")
	status := start("/prog")
	for k := 1; status == "exit 0"; k++ {
		next := "/prog." + strconv.Itoa(k)
		if _, err := os.Stat(next); err != nil {
			break
		}
		if last != '\n' {
			emit([]byte("\n"))
		}
		emit([]byte("=== PROGRAM " + next + "\n"))
		status = start(next)
	}
	return status
}

// start runs a program until it ends.
func start(program string) string {
	var p [2]int
	if err := syscall.Pipe2(p[:], syscall.O_CLOEXEC); err != nil {
		return "pipe: " + err.Error()
	}
	null, err := os.Open("/dev/null")
	if err != nil {
		return err.Error()
	}
	pid, err := syscall.ForkExec(program, append([]string{program}, lines("/args")...), &syscall.ProcAttr{
		Dir:   "/test",
		Env:   lines("/env"),
		Files: []uintptr{null.Fd(), uintptr(p[1]), uintptr(p[1])},
	})
	if err != nil {
		return "exec: " + err.Error()
	}
	syscall.Close(p[1])
	buf := make([]byte, 64<<10)
	for {
		n, err := syscall.Read(p[0], buf)
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 {
			break
		}
		emit(buf[:n])
	}
	syscall.Close(p[0])
	null.Close()
	var ws syscall.WaitStatus
	for {
		got, err := syscall.Wait4(-1, &ws, 0, nil)
		if err != nil && err != syscall.EINTR {
			return "wait: " + err.Error()
		}
		if got == pid {
			break
		}
	}
	if ws.Signaled() {
		return "signal " + strconv.Itoa(int(ws.Signal()))
	}
	return "exit " + strconv.Itoa(ws.ExitStatus())
}

func main() {
	runtime.LockOSThread() // iopl is a thread's
	if _, _, e := syscall.RawSyscall(syscall.SYS_IOPL, 3, 0, 0); e != 0 {
		os.Stderr.WriteString("iopl failed\n")
	}
	emit([]byte("\x01BEGIN\n"))
	s := run()
	if last != '\n' {
		emit([]byte("\n"))
	}
	emit([]byte("\x01END " + s + "\n"))
	for _, c := range []byte("Shutdown") {
		outb(0x8900, c)
	}
	for {
		syscall.Reboot(syscall.LINUX_REBOOT_CMD_RESTART)
	}
}
