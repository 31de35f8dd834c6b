// SPDX-License-Identifier: MIT

package isa

import "reflect"

// Lacking returns the name of a function that a table lacks, which a pointer is given to;
// nothing if it is whole.
func Lacking(table any) string { return lacking(reflect.ValueOf(table).Elem()) }

func lacking(table reflect.Value) string {
	for i := range table.NumField() {
		switch f, name := table.Field(i), table.Type().Field(i).Name; f.Kind() {
		case reflect.Func:
			if f.IsNil() {
				return name
			}
		case reflect.Struct:
			if inner := lacking(f); inner != "" {
				return name + "." + inner
			}
		}
	}
	return ""
}
