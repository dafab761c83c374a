/* The processes that are open, as the parts of the engine see them. */
#ifndef FLOWGAUGE_OPEN_TARGETS_H
#define FLOWGAUGE_OPEN_TARGETS_H

#include "engine/target.h"

/* All, the one opened last first. */
extern struct target *targets;

/* engine_open.c */
void target_free(struct target *target);

/* engine_state.c: finds out whether it has ended. */
void target_look(struct target *target);

/* Stores a status of waitpid. */
void target_note_end(struct target *target, int status);

/* The state of the process, and how it has ended if it has. */
void target_tell(const struct target *target, struct fg_state *state);

/* Refuses what needs a running process. */
int32_t target_check_running(struct target *target, struct fg_error *error);

/* engine.c: what rules out the agent in this process altogether. */
int32_t target_check_process(struct target *target, struct fg_error *error);

static inline int target_is_there(const struct target *target) {
  return target->state == FG_RUNNING || target->state == FG_STARTING;
}

/* engine_close.c: gives back the memory of processes that were released. */
void closed_free(void);

#endif
