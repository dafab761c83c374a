/* Declarations that the files for seizing, stopping and releasing threads share. */
#ifndef FLOWGAUGE_TRACEE_PARTS_H
#define FLOWGAUGE_TRACEE_PARTS_H

#include "process/tracee.h"

/* Used in place of a signal for a thread that has not stopped. */
enum { RUNS = -1, ASKED = -2 };

/* Adds a thread that was seized. */
void tracee_add(struct tracee *tracee, int32_t thread);

/* Like tracee_seize, but also succeeds for threads that are seized but have not stopped yet. */
int tracee_seize_held(const struct tracee *tracee, int32_t thread);

/* Seizes the threads that are not known yet; returns how many there were, or -1 with errno if the process
   refuses. */
int32_t tracee_seize_new(struct tracee *tracee);

/* Explains why threads could not be seized, by errno. */
int32_t tracee_not_seized(struct tracee *tracee, struct fg_error *error);

/* Records a seized thread that was asked to stop but has not stopped yet, to be released when it does. */
void tracee_add_late(int32_t pid, int32_t thread);

/* Makes a stopped thread transfer the rest of its bytes if the stop has cut its transfer short and its process has
   an agent. */
void tracee_mend_transfer(int32_t thread, const struct user_regs_struct *registers);

/* Returns the signal that was about to be delivered at a stop, to be delivered when the thread continues. */
int32_t tracee_pending_signal(int status);

#endif
