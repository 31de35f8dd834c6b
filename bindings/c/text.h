/* SPDX-License-Identifier: MIT */

#include <stddef.h>

void daylight_set_error(const char *p, size_t n);
const char *daylight_error_text(void);
