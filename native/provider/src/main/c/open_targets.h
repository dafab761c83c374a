/* The processes that are open, as the parts of the engine see them. */
#ifndef FLOWGAUGE_OPEN_TARGETS_H
#define FLOWGAUGE_OPEN_TARGETS_H

#include "target.h"

/* All, the one opened last first. */
extern struct target *targets;

/* engine_open.c */
void target_free(struct target *target);

/* engine_state.c: looks what has become of it. */
void target_look(struct target *target);

/* Refuses what needs a process that is there. */
int32_t target_check_running(struct target *target, struct fg_error *error);

/* engine_close.c: waits for launched processes that were let go and have ended; returns how many are left. */
int32_t children_reap(void);

#endif
