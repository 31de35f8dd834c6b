// SPDX-License-Identifier: MIT

// Command c is Daylight as a library for C, and for all that can call C. It is built with
//
//	bash build.sh
//
// which writes dist/libdaylight.so (on macOS .dylib), dist/libdaylight.a and dist/daylight.h.
// daylight.h is the documentation; the functions here are its functions.
//
// # How memory passes the border
//
// Columns of the caller are read where they are if they are contiguous and of the type that the
// engine has, and otherwise converted into columns of the scene, which are kept. What calls give is
// memory of Go that is pinned (runtime.Pinner) until the next call of the kind, so nothing is
// copied and no pointer goes stale.
//
// # Errors
//
// Each call returns a status and leaves a text for its thread (errors.c). A panic, which would end
// the caller's process, is caught and returned as DAYLIGHT_ERROR_INTERNAL.
package main
