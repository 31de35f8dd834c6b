// SPDX-License-Identifier: MIT

package main

/*
#define DAYLIGHT_TYPES_ONLY
#include "daylight.h"
#include "text.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime/cgo"
	"unsafe"

	"daylight"
	"daylight/soa"
)

// errScene is of a handle that stands for no scene.
var errScene = errors.New("no such scene: it was never opened, or is closed")

// errArgument is of what a call was given and does not take.
type errArgument struct{ text string }

func (e errArgument) Error() string { return e.text }

func argument(format string, args ...any) error { return errArgument{fmt.Sprintf(format, args...)} }

// fail leaves the text of an error for the thread, and returns its status.
func fail(err error) C.daylight_status {
	text := err.Error()
	C.daylight_set_error((*C.char)(unsafe.Pointer(unsafe.StringData(text))), C.size_t(len(text)))
	var shape *soa.Error
	var bad errArgument
	var panicked *daylight.PanicError
	switch {
	case errors.Is(err, errScene):
		return C.DAYLIGHT_ERROR_SCENE
	case errors.Is(err, soa.ErrInUse), errors.Is(err, daylight.ErrBusy):
		return C.DAYLIGHT_ERROR_BUSY
	case errors.Is(err, daylight.ErrLimit), errors.Is(err, soa.ErrFull):
		return C.DAYLIGHT_ERROR_LIMIT
	case errors.As(err, &shape):
		return C.DAYLIGHT_ERROR_SHAPE
	case errors.As(err, &panicked):
		return C.DAYLIGHT_ERROR_INTERNAL
	case errors.Is(err, daylight.ErrArgument), errors.As(err, &bad):
		return C.DAYLIGHT_ERROR_ARGUMENT
	}
	return C.DAYLIGHT_ERROR_INTERNAL
}

// errJoin is an error about a call that needs a scene with shapes of its own.
var errJoin = argument("the scene is a join, which has no shapes of its own: call this for one of the two scenes that it joins")

// own does something with a scene that has shapes of its own.
func own(handle C.daylight_scene, do func(*scene) error) C.daylight_status {
	return with(handle, func(s *scene) error {
		if s.joined() {
			return errJoin
		}
		return do(s)
	})
}

// with does something with a scene and the two that it joins, if it is a join.
func with(handle C.daylight_scene, do func(*scene) error) C.daylight_status {
	return alone(handle, func(s *scene) error {
		if !s.joined() {
			return do(s)
		}
		return using(s.of[0], func(*scene) error { return using(s.of[1], func(*scene) error { return do(s) }) })
	})
}

// alone does something with a scene, and makes a status of what comes of it.
func alone(handle C.daylight_scene, do func(*scene) error) (status C.daylight_status) {
	defer func() {
		if v := recover(); v != nil {
			status = fail(fmt.Errorf("a fault of the library, please report it: %v", v))
		}
	}()
	if err := using(handle, do); err != nil {
		return fail(err)
	}
	return C.DAYLIGHT_OK
}

// using does something with a scene that no other call uses.
func using(handle C.daylight_scene, do func(*scene) error) error {
	s, err := find(handle)
	if err != nil {
		return err
	}
	if !s.busy.CompareAndSwap(false, true) {
		return fmt.Errorf("the scene is in use by another thread: %w", daylight.ErrBusy)
	}
	defer s.busy.Store(false)
	if s.closed {
		return errScene
	}
	return do(s)
}

// find is the scene that a handle stands for. cgo.Handle panics about one that it does not know.
func find(handle C.daylight_scene) (s *scene, err error) {
	defer func() {
		if recover() != nil {
			err = errScene
		}
	}()
	s, ok := cgo.Handle(handle).Value().(*scene)
	if !ok {
		return nil, errScene
	}
	return s, nil
}

//export daylight_error
func daylight_error() *C.char { return (*C.char)(unsafe.Pointer(C.daylight_error_text())) }

//export daylight_abi
func daylight_abi() C.uint32_t { return C.DAYLIGHT_ABI }

// release is the version that a build gives itself, with a zero byte behind it.
var release = "(devel)"

var versionText = C.CString(release)

//export daylight_version
func daylight_version() *C.char { return versionText }
