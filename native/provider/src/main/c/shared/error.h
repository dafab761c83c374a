/* Refusals: a code and one sentence a person can act on. */
#ifndef FLOWGAUGE_ERROR_H
#define FLOWGAUGE_ERROR_H

#include "flowgauge.h"

/* Replaces an error by an outcome with its sentence, and returns its code. The error may be NULL if it is not
   needed. */
int32_t fail(struct fg_error *error, int32_t code, int sys_errno, const char *format, ...)
    __attribute__((format(printf, 4, 5), visibility("hidden")));

/* Stores why a region is refused, and returns the code. */
int32_t refuse(struct fg_verdict *verdict, int32_t code, const char *format, ...)
    __attribute__((format(printf, 3, 4), visibility("hidden")));

#endif
