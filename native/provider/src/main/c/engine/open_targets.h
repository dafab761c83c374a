/* The processes that are open, as the parts of the engine see them. */
#ifndef FLOWGAUGE_OPEN_TARGETS_H
#define FLOWGAUGE_OPEN_TARGETS_H

#include "engine/target.h"

/* All, the one opened last first. */
extern struct target *targets;

/* engine_open.c */
void target_free(struct target *target);

/* engine_state.c: looks what has become of it. */
void target_look(struct target *target);

/* Stores a status of waitpid. */
void target_note_end(struct target *target, int status);

/* What it has come to, as far as it is known. */
void target_tell(const struct target *target, struct fg_state *state);

/* Refuses what needs a process that is there. */
int32_t target_check_running(struct target *target, struct fg_error *error);

/* engine.c: what speaks against the agent in this process at all. */
int32_t target_check_process(struct target *target, struct fg_error *error);

static inline int target_is_there(const struct target *target) {
  return target->state == FG_RUNNING || target->state == FG_STARTING;
}

/* engine_close.c: gives back the memory of processes that were released. */
void closed_free(void);

#endif
