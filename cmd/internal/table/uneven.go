// SPDX-License-Identifier: MIT

package table

import (
	"fmt"
	"strconv"
	"strings"
)

// uneven says that a row has another number of cells than there are columns.
func uneven(format Format, cells, names []string) string {
	return fmt.Sprintf("the row has %s, but there %s (%s)%s",
		count(len(cells), "cell"), columns(len(names)), brief(names), torn(format, cells, names))
}

// torn says what to do about a row that has too many cells because text such as WKT was
// cut at the commas in it: a bracket is then closed in another cell than it was opened in.
func torn(format Format, cells, names []string) string {
	if format != CSV || len(cells) < len(names) {
		return ""
	}
	for _, c := range cells {
		if strings.Count(c, "(") != strings.Count(c, ")") || strings.Count(c, "[") != strings.Count(c, "]") {
			return ": a cell with commas in it needs quotes"
		}
	}
	return ""
}

func columns(n int) string {
	if n == 1 {
		return "is 1 column"
	}
	return "are " + strconv.Itoa(n) + " columns"
}

func brief(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ",") + ",..."
	}
	return strings.Join(names, ",")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
