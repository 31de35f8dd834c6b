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
// Columns of the caller are read in place if they are contiguous and have the engine's type. Others
// are converted into columns that the scene keeps. Calls return memory of Go that is pinned
// (runtime.Pinner) until the next call of the kind. So nothing is copied, and until then pointers
// are valid.
//
// # Errors
//
// Each call returns a status and leaves a text for its thread (errors.c). A panic, which would end
// the caller's process, is caught and returned as DAYLIGHT_ERROR_INTERNAL.
package main
