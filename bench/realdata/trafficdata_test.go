// SPDX-License-Identifier: MIT

package realdata

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"daylight/internal/must"
)

// car is a car at one time step: a rectangle by its centre, the angle of its
// length axis and its full length and width, in metres and radians.
type car struct {
	id, step                   int32
	x, y, angle, length, width float64
}

// traffic is a recording: the cars of all time steps, in file order.
type traffic struct {
	name string
	cars []car
}

// trafficFiles are the recordings, with what is stated about them.
var trafficFiles = []struct {
	name, version      string
	cars, boxes, steps int
}{
	{"USA_US101-4_1_T-1", "2020a", 22, 1_271, 101},
	{"USA_Lanker-1_1_T-1", "2018b", 24, 938, 41},
	{"USA_US101-3_1_T-1", "2018b", 35, 1_986, 81},
}

// xmlObstacle is what both versions of the format have in common.
type xmlObstacle struct {
	ID        int32      `xml:"id,attr"`
	Role      string     `xml:"role"` // 2018b only
	Rectangle *xmlSize   `xml:"shape>rectangle"`
	Initial   xmlState   `xml:"initialState"`
	States    []xmlState `xml:"trajectory>state"`
}

type xmlSize struct {
	Length float64 `xml:"length"`
	Width  float64 `xml:"width"`
}

// xmlState has pointers for what must be there: an interval or a region in the
// place of an exact value leaves one nil.
type xmlState struct {
	X     *float64 `xml:"position>point>x"`
	Y     *float64 `xml:"position>point>y"`
	Angle *float64 `xml:"orientation>exact"`
	Step  *int32   `xml:"time>exact"`
}

// readTraffic reads the moving obstacles of a CommonRoad scenario. In version
// 2018b they are obstacle elements with a role, in 2020a dynamicObstacle elements.
func readTraffic(r io.Reader) (version string, cars []car, err error) {
	var s struct {
		XMLName   xml.Name      `xml:"commonRoad"`
		Version   string        `xml:"commonRoadVersion,attr"`
		Obstacles []xmlObstacle `xml:"obstacle"`
		Dynamic   []xmlObstacle `xml:"dynamicObstacle"`
	}
	if err := xml.NewDecoder(r).Decode(&s); err != nil {
		return "", nil, err
	}
	switch {
	case s.Version == "2018b" && len(s.Dynamic) == 0:
		for _, o := range s.Obstacles {
			if o.Role != "dynamic" {
				return "", nil, fmt.Errorf("obstacle %d: role %q is not read", o.ID, o.Role)
			}
		}
	case s.Version == "2020a" && len(s.Obstacles) == 0:
		s.Obstacles = s.Dynamic
	default:
		return "", nil, fmt.Errorf("version %q with %d obstacle and %d dynamicObstacle elements is not read", s.Version, len(s.Obstacles), len(s.Dynamic))
	}
	for _, o := range s.Obstacles {
		if o.Rectangle == nil || o.Rectangle.Length <= 0 || o.Rectangle.Width <= 0 {
			return "", nil, fmt.Errorf("obstacle %d: no rectangle with a length and a width", o.ID)
		}
		for k, st := range append([]xmlState{o.Initial}, o.States...) {
			if st.X == nil || st.Y == nil || st.Angle == nil || st.Step == nil {
				return "", nil, fmt.Errorf("obstacle %d: state %d lacks an exact position, orientation or time", o.ID, k)
			}
			cars = append(cars, car{o.ID, *st.Step, *st.X, *st.Y, *st.Angle, o.Rectangle.Length, o.Rectangle.Width})
		}
	}
	if len(cars) == 0 {
		return "", nil, errors.New("no obstacles")
	}
	return s.Version, cars, nil
}

// meeting is a line of the truth file: two cars that overlap at a step.
type meeting struct {
	step, low, high int32
	depth           float64 // metres, printed with 6 places
}

// trafficTruth holds the meetings by file and margin as printed there.
type trafficTruth map[[2]string][]meeting

var loadTraffic = sync.OnceValues(func() (all []*traffic, err error) {
	for _, f := range trafficFiles {
		tr := &traffic{name: f.name}
		err := readData("traffic/"+f.name+".xml.gz", func(r io.Reader) error {
			version, cars, err := readTraffic(r)
			if err == nil && version != f.version {
				err = fmt.Errorf("version %s, want %s", version, f.version)
			}
			tr.cars = cars
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, tr)
	}
	return all, nil
})

// roads returns the three recordings.
func roads(t *testing.T) []*traffic {
	t.Helper()
	needData(t)
	all := must.Get(loadTraffic())(t)
	return all
}

var loadMeetings = sync.OnceValues(func() (trafficTruth, error) {
	truth := trafficTruth{}
	err := readData("traffic/truth_overlaps.csv", func(r io.Reader) error {
		return table(r, "file,margin_m,time_step,id_a,id_b,depth_m", func(fields []string) error {
			var m meeting
			if err := whole(fields[2:5], &m.step, &m.low, &m.high); err != nil {
				return err
			}
			micrometres, err := fixed(fields[5], 6)
			m.low, m.high = min(m.low, m.high), max(m.low, m.high)
			m.depth = float64(micrometres) / 1e6
			key := [2]string{fields[0], fields[1]}
			truth[key] = append(truth[key], m)
			return err
		})
	})
	return truth, err
})

// meetings returns the truth file.
func meetings(t *testing.T) trafficTruth {
	t.Helper()
	needData(t)
	truth := must.Get(loadMeetings())(t)
	return truth
}

func TestTrafficReader(t *testing.T) {
	const (
		point  = `<position><point><x>1.5</x><y>-2</y></point></position>`
		exact  = `<orientation><exact>0.5</exact></orientation><time><exact>3</exact></time>`
		later  = `<trajectory><state><orientation><exact>0.25</exact></orientation><time><exact>4</exact></time><position><point><x>2</x><y>0</y></point></position></state></trajectory>`
		shape  = `<shape><rectangle><length>4</length><width>2</width></rectangle></shape>`
		role   = `<role>dynamic</role>`
		goal   = `<planningProblem id="1"><initialState>` + point + exact + `</initialState></planningProblem>`
		first  = `<initialState>` + point + exact + `</initialState>`
		region = `<initialState><position><rectangle><length>1</length></rectangle></position>` + exact + `</initialState>`
	)
	file := func(version, element, body string) io.Reader {
		return strings.NewReader(`<commonRoad commonRoadVersion="` + version + `"><` + element + ` id="9">` + body + `</` + element + `>` + goal + `</commonRoad>`)
	}
	for version, element := range map[string]string{"2018b": "obstacle", "2020a": "dynamicObstacle"} {
		v, cars, err := readTraffic(file(version, element, role+shape+first+later))
		if err != nil || v != version || len(cars) != 2 || cars[0] != (car{9, 3, 1.5, -2, 0.5, 4, 2}) || cars[1] != (car{9, 4, 2, 0, 0.25, 4, 2}) {
			t.Errorf("%s: %s, cars %v, error %v", version, v, cars, err)
		}
		other := map[string]string{"2018b": "dynamicObstacle", "2020a": "obstacle"}[version]
		for name, r := range map[string]io.Reader{
			"other element":   file(version, other, role+shape+first),
			"no obstacle":     file(version, "lanelet", ""),
			"no rectangle":    file(version, element, role+first),
			"region":          file(version, element, role+shape+region),
			"no states":       file(version, element, role+shape),
			"unknown version": file("2017a", element, role+shape+first),
			"cut short":       strings.NewReader(`<commonRoad commonRoadVersion="` + version + `"><` + element),
		} {
			if _, _, err := readTraffic(r); err == nil {
				t.Errorf("%s, %s: accepted", version, name)
			}
		}
	}
	if _, _, err := readTraffic(file("2018b", "obstacle", "<role>static</role>"+shape+first)); err == nil {
		t.Error("a static obstacle was accepted")
	}
}
