/* SPDX-License-Identifier: MIT */

#include "text.h"

#include <string.h>

/* One text for each thread: the Go function that sets it runs on the thread of its caller. */
static _Thread_local char text[1024];

void daylight_set_error(const char *p, size_t n) {
	if (n >= sizeof text) n = sizeof text - 1;
	memcpy(text, p, n);
	text[n] = 0;
}

const char *daylight_error_text(void) { return text; }
