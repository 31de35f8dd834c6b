// SPDX-License-Identifier: MIT

package output

import (
	"runtime"

	"daylight/cmd/internal/columnar"
)

// Contacts is a table of contacts to write.
type Contacts interface {
	Len() int
	// Row returns the callers' names of contact i's world and shapes. The byte slices
	// are only read.
	Row(i int) (world string, a, b []byte)
	// IDs are the types of the shapes' names.
	IDs() (a, b columnar.Type)
	// Columns names the numbers that there are beside those names, and Kinds says what they
	// are.
	Columns() []string
	Kinds() []Kind
	// Values appends the values of contact i to dst, one for each of Columns.
	Values(dst []Value, i int) []Value
	// Kept names columns of the input that are carried along, as they were for each of the
	// shapes; Texts returns the cells of contact i for the column k of them.
	Kept() []string
	Texts(i, k int) (a, b []byte)
}

// Touched are contacts whose names lie here and there in memory. Touch looks at those of
// contacts from to to-1, that are going to be asked for; what it returns means nothing.
type Touched interface{ Touch(from, to int) byte }

// Touch makes the processor fetch what it can of some contacts that are going to be asked for.
func Touch(c Contacts, from, to int) {
	if t, ok := c.(Touched); ok {
		runtime.KeepAlive(t.Touch(from, to))
	}
}

// contactTable are contacts as a table.
type contactTable struct {
	Contacts
	fields []columnar.Field
	a, b   Kind // of ids
	kept   int
}

// tableOf makes a table of contacts: worlds and kept columns are text, ids and numbers what they are. A number may
// be missing.
func tableOf(c Contacts) *contactTable {
	a, b := c.IDs()
	t := &contactTable{Contacts: c, a: idKind(a), b: idKind(b), kept: len(c.Kept())}
	t.fields = append(t.fields, columnar.Field{Name: "world", Type: columnar.Text, Repeats: true}, columnar.Field{Name: "id_a", Type: max(a, columnar.Text)}, columnar.Field{Name: "id_b", Type: max(b, columnar.Text)})
	types := map[Kind]columnar.Type{SingleKind: columnar.Float32, DoubleKind: columnar.Float64, WholeKind: columnar.Uint32, TextKind: columnar.Text}
	kinds := c.Kinds()
	for k, name := range c.Columns() {
		t.fields = append(t.fields, columnar.Field{Name: name, Type: types[kinds[k]], Nullable: true})
	}
	for _, name := range c.Kept() {
		for _, side := range []string{"_a", "_b"} {
			t.fields = append(t.fields, columnar.Field{Name: name + side, Type: columnar.Text, Nullable: true})
		}
	}
	return t
}

// contactsOf are the contacts that a table is of, nil if it is of others.
func contactsOf(t Table) Contacts {
	if t, ok := t.(*contactTable); ok {
		return t.Contacts
	}
	return nil
}

func idKind(t columnar.Type) Kind {
	if t.Whole() {
		return plainKind
	}
	return TextKind
}

func (t *contactTable) Fields() []columnar.Field { return t.fields }

func (t *contactTable) Cells(dst []Value, i int) []Value {
	world, a, b := t.Row(i)
	dst = t.Values(append(dst, Text(world), Value{text: view(a), kind: t.a}, Value{text: view(b), kind: t.b}), i)
	for k := range t.kept {
		a, b := t.Texts(i, k)
		dst = append(dst, keptCell(a), keptCell(b))
	}
	return dst
}

// keptCell is a cell that is carried along, which is missing if it is empty.
func keptCell(cell []byte) Value {
	if len(cell) == 0 {
		return Missing
	}
	return Text(view(cell))
}
