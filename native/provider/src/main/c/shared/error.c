#include "shared/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int32_t fail(struct fg_error *error, int32_t code, int sys_errno, const char *format, ...) {
  if (error != NULL) {
    /* The sentence may quote the old error's. */
    struct fg_error made = {.code = code, .sys_errno = sys_errno};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    *error = made;
  }
  return code;
}

int32_t refuse(struct fg_verdict *verdict, int32_t code, const char *format, ...) {
  va_list arguments;
  verdict->code = code;
  va_start(arguments, format);
  vsnprintf(verdict->text, sizeof verdict->text, format, arguments);
  va_end(arguments);
  return code;
}
