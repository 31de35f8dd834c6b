// SPDX-License-Identifier: MIT

package columnar

import (
	"fmt"
	"strings"
)

func damaged(kind Kind, err error) error {
	text := err.Error()
	if strings.Contains(text, "runtime error") { // the library's, about a length that it believed
		text = "its lengths contradict each other"
	}
	for _, cut := range []string{"parquet: ", "arrow/ipc: ", "pqarrow: "} {
		text = strings.ReplaceAll(text, cut, "")
	}
	text = strings.TrimSuffix(strings.ReplaceAll(text, "eof exception", "it ends too early:"), ":")
	return &Damaged{Kind: kind, text: text, err: err}
}

// Damaged says that a file is not what it claims to be.
type Damaged struct {
	Kind Kind
	text string
	err  error
}

func (d *Damaged) Error() string { return fmt.Sprintf("damaged %v data: %s", d.Kind, d.text) }
func (d *Damaged) Unwrap() error { return d.err }

// recovered makes an error of a panic, which is what the library does about some files.
func recovered(kind Kind, err *error) {
	if p := recover(); p != nil {
		*err = damaged(kind, fmt.Errorf("%v", p))
	}
}
