// SPDX-License-Identifier: MIT

package isa

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"daylight/internal/kernels"
)

func TestTablesAreWhole(t *testing.T) {
	all := All()
	if len(all) == 0 || all[0].Name != "go" {
		t.Fatalf("the portable table is not the first of %d", len(all))
	}
	if Best() != all[len(all)-1] {
		t.Error("Best is not the last of All")
	}
	var holes func(name string, v reflect.Value)
	holes = func(name string, v reflect.Value) {
		for i := range v.NumField() {
			f, field := v.Field(i), name+"."+v.Type().Field(i).Name
			switch f.Kind() {
			case reflect.Struct:
				holes(field, f)
			default:
				// Portable code is what methods do without assembly, and not every instruction set
				// sweeps by blocks.
				assembly := !v.Type().Field(i).IsExported()
				if f.IsZero() && !(assembly && (strings.HasPrefix(name, "go") || strings.HasSuffix(field, ".sweepBlocks"))) {
					t.Errorf("%s is missing", field)
				}
			}
		}
	}
	for _, tab := range all {
		holes(tab.Name, reflect.ValueOf(*tab))
		for a := kernels.Class(0); a < kernels.NumClasses; a++ {
			for b := kernels.Class(0); b < kernels.NumClasses; b++ {
				if tab.Contacts.Of(a, b) == nil {
					t.Errorf("%s has no kernel for classes %d and %d", tab.Name, a, b)
				}
			}
		}
	}
}

func TestVariantsSayWhy(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Variants() {
		seen[v.Name] = true
		if v.Reason == "" || v.Supported != (v.Table != nil) || v.Supported && v.Table.Name != v.Name {
			t.Errorf("%+v", v)
		}
		t.Logf("%s: supported %v: %s", v.Name, v.Supported, v.Reason)
	}
	for _, name := range []string{"go", "avx2", "avx512"} {
		if !seen[name] {
			t.Errorf("%s is not listed", name)
		}
	}
}

func TestByName(t *testing.T) {
	for _, v := range Variants() {
		tab, err := ByName(v.Name)
		if v.Supported && (err != nil || tab != v.Table) {
			t.Errorf("ByName(%q) = %v, %v", v.Name, tab, err)
		}
		if !v.Supported && (!errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), v.Reason)) {
			t.Errorf("ByName(%q): %v", v.Name, err)
		}
	}
	for _, name := range []string{"", "GO", "sse9"} {
		if _, err := ByName(name); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "avx512") {
			t.Errorf("ByName(%q): %v", name, err)
		}
	}
}

func TestChoose(t *testing.T) {
	t.Setenv(envKernels, "")
	if tab, err := Choose(); err != nil || tab != Best() {
		t.Errorf("unset: %v, %v", tab, err)
	}
	t.Setenv(envKernels, "go")
	if tab, err := Choose(); err != nil || tab.Name != "go" {
		t.Errorf("go: %v, %v", tab, err)
	}
	t.Setenv(envKernels, "abacus")
	if _, err := Choose(); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), envKernels) {
		t.Errorf("abacus: %v", err)
	}
	for _, v := range Variants() {
		if !v.Supported {
			t.Setenv(envKernels, v.Name)
			if _, err := Choose(); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), envKernels) {
				t.Errorf("%s: %v", v.Name, err)
			}
		}
	}
}

// TestRequiredKernels fails where a table that DAYLIGHT_REQUIRE_KERNELS promises,
// a list with commas, did not run.
func TestRequiredKernels(t *testing.T) {
	for _, name := range strings.FieldsFunc(os.Getenv("DAYLIGHT_REQUIRE_KERNELS"), func(r rune) bool { return r == ',' }) {
		if _, err := ByName(name); err != nil {
			t.Errorf("required, but did not run: %v", err)
		}
	}
}
