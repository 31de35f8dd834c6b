// SPDX-License-Identifier: MIT

package output

import "fmt"

// Answers is a number for what answers mean. It is raised whenever the same input may give other
// bits, or what is in between, a part say, is written in another way.
const Answers = 1

// Program is one that made a file: of the same version, for whichever architecture, programs give the same answers.
type Program struct {
	Version string `json:"version"`
	Answers int    `json:"answers"`
}

func (p Program) String() string {
	if p == (Program{}) {
		return "a version that does not say which"
	}
	return fmt.Sprintf("daylight %s with answers of kind %d", p.Version, p.Answers)
}

// Differs is the error of a file that p made, where it is to be of another program.
func (p Program) Differs(name string, want Program) error {
	return fmt.Errorf("%s was made by %v, and this is %v: the same program has to do all of a job", name, p, want)
}
