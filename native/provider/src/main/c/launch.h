/* Starting a program such that it can have sensors before its first own instruction. */
#ifndef FLOWGAUGE_LAUNCH_H
#define FLOWGAUGE_LAUNCH_H

#include <stdint.h>

#include "flowgauge.h"

/* The program is this process's child, not traced, stopped (SIGSTOP) with its libraries mapped. */
int32_t launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
               const char *directory, int32_t *pid, struct fg_error *error);

#endif
