// SPDX-License-Identifier: MIT

package main

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daylight/cmd/internal/vfs/vfstest"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// stored writes tables to the current directory and to a store, and returns it.
func stored(t *testing.T) *vfstest.Server {
	t.Helper()
	s := vfstest.New(t)
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "3000", "-o", "in.csv")
	done(t, "", "gen", "circles", "-n", "500", "-o", "ask.csv")
	scattered(t, "moving.csv", rand.New(rand.NewPCG(3, 3)), 400)
	done(t, "", "gen", "boxes", "-n", "2000", "-o", "boxes.ndjson")
	must.Do(t, os.MkdirAll("dir/world=a", 0o777))
	must.Do(t, os.MkdirAll("dir/world=b", 0o777))
	write(t, "dir/world=a/x.csv", "id,x,y,r\na,0,0,1\nb,1,0,1\n")
	write(t, "dir/world=b/x.csv", "id,x,y,r\na,0,0,1\nb,0,1,1\n")
	for _, f := range []string{"parquet", "arrow", "csv.gz", "csv.zst"} {
		done(t, "", "gen", "mixed", "-n", "900", "--frames", "2", "-o", "points."+f)
	}
	write(t, "points.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[0,2],[0,0]]]},"properties":{}},{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,0],[3,0],[1,2],[1,0]]]},"properties":{}}]}`)
	must.Do(t, filepath.Walk(".", func(name string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() {
			s.Put("bucket/"+filepath.ToSlash(name), must.Get(os.ReadFile(name))(t))
		}
		return err
	}))
	return s
}

// objectCalls are calls of the program in which AT stands for where tables are; out is what they write.
var objectCalls = []struct{ call, out string }{
	{"collide -q --out AT/out.csv AT/in.csv", "out.csv"},
	{"collide -q --mode manifold --stats AT/stats.json --out AT/out.parquet AT/in.csv", "out.parquet"},
	{"collide -q --out AT/out.csv.gz --join AT/ask.csv AT/in.csv", "out.csv.gz"},
	{"collide -q --out AT/out.arrow AT/boxes.ndjson", "out.arrow"},
	{"collide -q --out AT/out.geojson AT/points.geojson", "out.geojson"},
	{"collide -q --out AT/out.csv AT/points.parquet", "out.csv"},
	{"collide -q --out AT/out.csv AT/points.arrow", "out.csv"},
	{"collide -q --out AT/out.csv AT/points.csv.gz", "out.csv"},
	{"collide -q --out AT/out.csv AT/points.csv.zst", "out.csv"},
	{"collide -q --spill . --out AT/out.csv AT/in.csv", "out.csv"},
	{"collide -q --resume --out out.csv AT/in.csv", ""},
	{"collide -q --out AT/out.csv AT/dir", "out.csv"},
	{"collide -q --out AT/out.csv AT/dir/world=*", "out.csv"},
	{"query nearest -q --count 2 --ask AT/ask.csv --out AT/out.csv AT/in.csv", "out.csv"},
	{"query within -q --near 1 --spill . --out AT/out.ndjson AT/in.csv", "out.ndjson"},
	{"collide -q --exact --bad-rows AT/bad.csv --out AT/out.csv AT/moving.csv", "bad.csv"},
	{"draw -q --out AT/out.svg AT/in.csv", "out.svg"},
	{"gen boxes -n 100 --out AT/out.csv", "out.csv"},
	{"demo -n 50 --out AT/out.svg", "out.svg"},
	{"sim boxes -q -n 20 --frames 5 --gif AT/out.gif", "out.gif"},
	{"sim boxes -q -n 20 --frames 5 --png AT/png", "png/frame-00000.png"},
}

// TestObjects: every command reads and writes objects as it does files, and leaves nothing of them half.
func TestObjects(t *testing.T) {
	s := stored(t)
	for k, c := range objectCalls {
		if c.out != "" {
			os.RemoveAll(strings.SplitN(c.out, "/", 2)[0])
		}
		here := call(t, "", strings.Fields(strings.ReplaceAll(c.call, "AT", "."))...)
		if c.out != "" && here.code != exitDone {
			t.Errorf("%s: exit %d: %s", c.call, here.code, here.stderr)
			continue
		}
		ats := []string{"s3://bucket", "gs://bucket", s.URL + "/bucket"}
		if strings.Contains(c.call, "AT/dir") || strings.Contains(c.call, "AT/png") {
			ats = ats[:2] // the web has no directories
		}
		if !testenv.Full() { // which store it is ends where a table begins
			ats = ats[k%len(ats):][:1]
		}
		for _, at := range ats {
			s.Put("bucket/"+c.out, []byte("before"))
			if strings.Contains(c.call, "--png") {
				for _, name := range s.Names() {
					if strings.HasPrefix(name, "bucket/png/") {
						s.Remove(name)
					}
				}
			}
			r := call(t, "", strings.Fields(strings.ReplaceAll(c.call, "AT", at))...)
			if r.code != here.code || !strings.HasPrefix(c.call, "demo") && r.out != strings.ReplaceAll(here.out, "./", at+"/") {
				t.Errorf("%d: %s: exit %d in place of %d: %s", k, strings.ReplaceAll(c.call, "AT", at), r.code, here.code, r.stderr)
				continue
			}
			want := ""
			if c.out != "" {
				if want = read(t, c.out); strings.HasSuffix(c.out, ".svg") || c.out == "bad.csv" { // which name tables
					want = strings.ReplaceAll(want, "./", at+"/")
				}
			}
			if got := string(s.Get("bucket/" + c.out)); c.out != "" && got != want {
				t.Errorf("%d: %s: %s", k, strings.ReplaceAll(c.call, "AT", at), first(got, want))
			}
			if n := s.Open(); n != 0 {
				t.Errorf("%s: %d uploads were left", c.call, n)
			}
		}
	}
}

// TestObjectsInShards: plans, pieces, parts and what is merged of them lie in a store; an object that is replaced when a plan
// is made is refused.
func TestObjectsInShards(t *testing.T) {
	s := stored(t)
	want := done(t, "", "collide", "-q", "--join", "ask.csv", "in.csv").out
	for _, at := range []string{"s3://bucket/", "gs://bucket/"} {
		do := func(line string) result { return done(t, "", strings.Fields(strings.ReplaceAll(line, "AT/", at))...) }
		do("plan -q --tiles 3 --out AT/plan.json --join AT/ask.csv AT/in.csv")
		do("route -q --plan AT/plan.json --share 0/2 --out AT/pieces")
		do("route -q --plan AT/plan.json --share 1/2 --out AT/pieces")
		do("collide -q --plan AT/plan.json --shard 0-2/3 --format part --out AT/parts AT/pieces")
		do("merge -q --plan AT/plan.json --out AT/merged.csv AT/parts")
		if got := string(s.Get("bucket/merged.csv")); got != want {
			t.Errorf("%s by pieces: %s", at, first(got, want))
		}
		do("plan -q --tiles 3 --cut AT/cut --out AT/plan2.json --join AT/ask.csv AT/in.csv")
		do("collide -q --plan AT/plan2.json --shard 0-2/3 --format part --out AT/parts2")
		if got := do("merge -q --plan AT/plan2.json AT/parts2/*").out; got != want {
			t.Errorf("%s cut at once: %s", at, first(got, want))
		}
		do("plan -q --tiles 2 --out AT/plan3.json --join AT/ask.csv AT/in.csv")
		s.Put("bucket/in.csv", append([]byte(nil), s.Get("bucket/in.csv")...)) // the same again
		do("collide -q --plan AT/plan3.json --shard 0/2 --out one.csv")
		text := s.Get("bucket/in.csv")
		s.Put("bucket/in.csv", append(append([]byte(nil), text[:len(text)-2]...), text[len(text)-2]^1, '\n'))
		r := call(t, "", strings.Fields(strings.ReplaceAll("collide -q --plan AT/plan3.json --shard 0/2 --out one.csv", "AT/", at))...)
		if r.code != exitBad || !strings.Contains(r.stderr, "make a new plan") {
			t.Errorf("exit %d: %s", r.code, r.stderr)
		}
		s.Put("bucket/in.csv", text)
		for _, name := range s.Names() { // the other scheme begins anew
			if strings.HasPrefix(name, "bucket/p") && !strings.HasPrefix(name, "bucket/points") || strings.HasPrefix(name, "bucket/cut") {
				s.Remove(name)
			}
		}
	}
	if s.Open() != 0 {
		t.Errorf("%d uploads were left", s.Open())
	}
}

// TestObjectsRefused: what cannot be read or written is one line that says so, before the work is done, and nothing is written.
func TestObjectsRefused(t *testing.T) {
	s := stored(t)
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/closed/") {
			w.WriteHeader(http.StatusForbidden)
			return true
		}
		return false
	})
	for line, want := range map[string]string{
		"collide s3://bucket/none.csv":                                     "no such file",
		"collide s3://bucket/nothing/*.csv":                                "no object",
		"collide " + s.URL + "/bucket/none.csv":                            "no such file",
		"collide s3://closed/in.csv":                                       "AWS_ACCESS_KEY_ID",
		"collide --out s3://closed/out.csv in.csv":                         "AWS_ACCESS_KEY_ID",
		"collide --out s3://bucket/in.csv s3://bucket/in.csv":              "also an input",
		"collide --out s3://bucket/o --stats s3://bucket/o in.csv":         "twice",
		"collide --resume --out s3://bucket/o.csv in.csv":                  "--resume",
		"collide ftp://example.org/in.csv":                                 "not known",
		"collide https://user:hunter2@example.org/in.csv":                  "without user",
		"collide --out s3://bucket in.csv":                                 "names no object",
		"collide -q --spill . --join s3://closed/x.csv s3://bucket/in.csv": "403",
	} {
		before := len(s.Names())
		r := call(t, "", strings.Fields(line)...)
		if r.code != exitBad || !strings.Contains(r.stderr, want) || strings.Count(r.stderr, "daylight: ") != 1 || strings.Contains(r.stderr, "hunter2") || strings.Contains(r.stderr, vfstest.Secret) {
			t.Errorf("%s: exit %d: %s", line, r.code, r.stderr)
		}
		if len(s.Names()) != before || s.Open() != 0 {
			t.Errorf("%s: something was written", line)
		}
	}
}

// TestObjectsLost: a server that is away for longer than the program asks is another exit code than what would be wrong again, so
// that schedulers do the same later; nothing is left.
func TestObjectsLost(t *testing.T) {
	s := stored(t)
	var wrote atomic.Bool
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		switch away := strings.HasPrefix(r.URL.Path, "/away/"); {
		case away && (r.Method == http.MethodGet || wrote.Load()):
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.Method == http.MethodPut && away:
			wrote.Store(true)
			panic(http.ErrAbortHandler)
		default:
			return false
		}
		return true
	})
	for _, line := range []string{"collide -q --join gs://away/x.parquet --out out.csv s3://bucket/in.csv", "collide -q --out s3://away/out.csv in.csv"} {
		r := call(t, "", strings.Fields(line)...)
		if r.code != exitLost || !strings.Contains(r.stderr, "503") || strings.Count(r.stderr, "\n") != 1 || r.out != "" {
			t.Errorf("%s: exit %d: %s", line, r.code, r.stderr)
		}
		if got := s.Get("away/out.csv"); got != nil {
			t.Errorf("%s: %d bytes were written", line, len(got))
		}
	}
	if _, err := os.Stat("out.csv"); err == nil {
		t.Error("there is an output")
	}
}

// TestObjectsKilled: a run that is killed, or whose connections are lost, in the midst of writing leaves what was there before.
func TestObjectsKilled(t *testing.T) {
	s := stored(t)
	s.Put("bucket/out.csv", []byte("before"))
	var parts atomic.Int64
	reached := make(chan bool, 100)
	s.Fault(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut {
			parts.Add(1)
			reached <- true
			time.Sleep(300 * time.Millisecond)
		}
		return false
	})
	for _, kill := range []bool{false, true} {
		c := command(t, ".", "gen", "boxes", "-n", "400000", "-o", "s3://bucket/out.csv")
		must.Do(t, c.Start())
		<-reached
		if kill {
			must.Do(t, c.Process.Kill())
		} else {
			must.Do(t, c.Process.Signal(os.Interrupt))
		}
		_ = c.Wait()
		if got := string(s.Get("bucket/out.csv")); got != "before" {
			t.Errorf("killed %v: %d bytes", kill, len(got))
		}
		if n := s.Open(); !kill && n != 0 {
			t.Errorf("%d uploads were left", n)
		}
	}
}

// TestObjectsRead: of a table in Parquet only the columns that are used are asked for, in few requests.
func TestObjectsRead(t *testing.T) {
	testenv.Sequential(t)
	s := vfstest.New(t)
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "200000", "-o", "in.parquet")
	data := must.Get(os.ReadFile("in.parquet"))(t)
	s.Put("bucket/in.parquet", data)
	args := []string{"collide", "-q", "--workers", "1"}
	want := done(t, "", append(args, "in.parquet")...).out
	s.Log()
	if got := done(t, "", append(args, "s3://bucket/in.parquet")...).out; got != want {
		t.Error(first(got, want))
	}
	if log := s.Log(); len(log) > 8 || s.Served() > len(data)+1<<19 {
		t.Errorf("%d bytes of %d, by %d requests: %s", s.Served(), len(data), len(log), strings.Join(log, ", "))
	}
}
