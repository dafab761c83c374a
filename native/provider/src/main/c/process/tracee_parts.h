/* What the files share that seize, stop and release threads. */
#ifndef FLOWGAUGE_TRACEE_PARTS_H
#define FLOWGAUGE_TRACEE_PARTS_H

#include "process/tracee.h"

/* In place of a signal, of a thread that has not stopped. */
enum { RUNS = -1, ASKED = -2 };

/* Adds a thread that was seized. */
void tracee_add(struct tracee *tracee, int32_t thread);

/* As tracee_seize, also for those that have not stopped yet. */
int tracee_seize_held(const struct tracee *tracee, int32_t thread);

/* Seizes threads not known yet; how many there were, or -1 with errno if the process refuses. */
int32_t tracee_seize_new(struct tracee *tracee);

/* They could not be seized, for the reason in errno. */
int32_t tracee_not_seized(struct tracee *tracee, struct fg_error *error);

/* A seized thread that was asked to stop, but has not yet, is released when it does. */
void tracee_add_late(int32_t pid, int32_t thread);

/* A signal that was about to be delivered at a stop is delivered when the thread goes on. */
int32_t tracee_pending_signal(int status);

#endif
