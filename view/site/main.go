// SPDX-License-Identifier: MIT

//go:build !js

package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/view"
	"daylight/view/site/bits"
)

//go:embed page
var own embed.FS

func main() {
	out := flag.String("out", "", "write the page to this directory, and end")
	listen := flag.String("listen", "127.0.0.1:0", "serve the page at this address")
	open := flag.Bool("open", true, "open the page in a browser")
	peers := flag.String("peers", "", "add a page that measures others beside Daylight, which npm ci has installed in this directory: ../bench/peers/node")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *out, *listen, *peers, *open); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, listen, peers string, open bool) error {
	if out != "" {
		return write(ctx, out, peers)
	}
	dir, err := os.MkdirTemp("", "daylight-site-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := write(ctx, dir, peers); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	url := "http://" + listener.Addr().String() + "/"
	fmt.Println("The page is at", url)
	if peers != "" {
		url += "compare.html"
		fmt.Println("Others beside Daylight are at", url)
	}
	if open {
		browse(url)
	}
	web := &http.Server{Handler: http.FileServer(http.Dir(dir))}
	go func() {
		<-ctx.Done()
		web.Close()
	}()
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// browse asks the system for a browser. Who has none finds the address printed.
func browse(url string) {
	command := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	if c := exec.Command(command[0], append(command[1:], url)...); c.Start() == nil {
		go c.Wait()
	}
}

// write makes all files of the page.
func write(ctx context.Context, dir, peers string) error {
	if err := vacant(dir); err != nil {
		return err
	}
	pages, err := fs.Sub(own, "page")
	if err != nil {
		return err
	}
	for _, files := range []fs.FS{view.Page(), pages} { // files of the second take the places of the first's
		if err := copyAll(dir, files); err != nil {
			return err
		}
	}
	scenes, err := described(ctx)
	if err != nil {
		return err
	}
	index, err := fs.ReadFile(view.Page(), "index.html")
	if err != nil {
		return err
	}
	const head = `<script type="module" src="main.js"></script>`
	index = bytes.Replace(index, []byte(head), []byte(head+"\n<script type=\"module\" src=\"site.js\"></script>\n<link rel=\"stylesheet\" href=\"site.css\">"), 1)
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	runner, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return fmt.Errorf("the file that runs WebAssembly comes with Go: %w", err)
	}
	for name, data := range map[string][]byte{"index.html": index, "palette.js": view.Palette(), "scenes.json": scenes, "wasm_exec.js": runner} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return err
		}
	}
	if peers != "" {
		if err := compare(ctx, dir, peers); err != nil {
			return err
		}
	}
	app := filepath.Join(dir, "app.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", app, "daylight/view/site/app")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w; run it in the module of view\n%s", err, text)
	}
	return nil
}

// vacant makes a directory, unless there is one that holds anything else than such a page.
func vacant(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "scenes.json")); len(list) > 0 && err != nil {
		return fmt.Errorf("%s holds something else already: give another --out", dir)
	}
	return nil
}

func copyAll(dir string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), data, 0o666)
	})
}

// described is what the page has to know of the scenes: how many shapes they may have, and what
// native code finds.
func described(ctx context.Context) ([]byte, error) {
	type scene struct {
		Name   string         `json:"name"`
		About  string         `json:"about"`
		Counts []int          `json:"counts"`
		Hashes map[int]string `json:"hashes"`
	}
	var scenes []scene
	for _, s := range sim.Scenes() {
		made := scene{s.Name, s.About, []int{s.DefaultN / 4, s.DefaultN, 4 * s.DefaultN, 10_000, 30_000}, map[int]string{}}
		if s.DefaultN >= 2500 {
			made.Counts = []int{s.DefaultN / 4, s.DefaultN, 10_000, 30_000}
		}
		for _, n := range made.Counts {
			if n > 10_000 {
				continue // the page tells its own hash
			}
			w, err := sim.New(s.Name, n, 1, batch.Config{})
			if err != nil {
				return nil, err
			}
			if made.Hashes[n], err = bits.Of(ctx, w); err != nil {
				return nil, err
			}
		}
		scenes = append(scenes, made)
	}
	return json.Marshal(scenes)
}
