// SPDX-License-Identifier: MIT

// Release makes what is published of a commit, and gives the module the name under which it is.
//
//	go run . archives [--out DIR] [--platforms linux/amd64,...]   archives of the program, and their checksums
//	go run . rename example.org/x/daylight                        a module path that go get can fetch
//
// An archive holds the program, completions, man pages, an SBOM in CycloneDX's JSON, the licences of
// all that is linked, and the notes of the version. The version is the first section of
// CHANGELOG.md; a commit that has a tag has to have that of its version, and any other
// gets a version that names it. What is built is a clone of the commit, so that nothing else that lies about
// gets in, and all times are the commit's: two clones make the same bytes with the same version of Go.
package main
