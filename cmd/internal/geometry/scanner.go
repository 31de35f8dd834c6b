// SPDX-License-Identifier: MIT

package geometry

// scanner reads text sign by sign and word by word.
type scanner struct {
	text string
	at   int
}

func (t *scanner) space() {
	for t.at < len(t.text) && (t.text[t.at] == ' ' || t.text[t.at]-'\t' <= 1 || t.text[t.at] == '\r') {
		t.at++
	}
}

func (t *scanner) word() string {
	begin := t.at
	for t.at < len(t.text) && t.text[t.at]|0x20-'a' < 26 {
		t.at++
	}
	return t.text[begin:t.at]
}

// take takes a sign, if it is the next.
func (t *scanner) take(sign byte) bool {
	t.space()
	if t.at == len(t.text) || t.text[t.at] != sign {
		return false
	}
	t.at++
	return true
}
