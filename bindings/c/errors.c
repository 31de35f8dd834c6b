/* SPDX-License-Identifier: MIT */

#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { room = 1024 };

/* One text for each thread: the Go function that sets it runs on the thread of its caller. Go's code has the loader put all
 * thread-local variables of the library into a block that the process shares among its libraries, and that is small: so the
 * text is none of them. Windows has no such block. */
#ifdef _WIN32
static char *buffer(void) {
	static _Thread_local char text[room];
	return text;
}
#else
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void make(void) { pthread_key_create(&key, free); }

static char *buffer(void) {
	pthread_once(&once, make);
	char *text = pthread_getspecific(key);
	if (text == NULL && (text = calloc(1, room)) != NULL) pthread_setspecific(key, text);
	return text;
}
#endif

void daylight_set_error(const char *p, size_t n) {
	char *text = buffer();
	if (text == NULL) return;
	if (n >= room) n = room - 1;
	memcpy(text, p, n);
	text[n] = 0;
}

const char *daylight_error_text(void) {
	const char *text = buffer();
	return text == NULL ? "out of memory" : text;
}
