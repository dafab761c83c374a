/* The processes that are open, as the parts of the engine see them. */
#ifndef FLOWGAUGE_OPEN_TARGETS_H
#define FLOWGAUGE_OPEN_TARGETS_H

#include "engine/target.h"

/* All open processes, the one opened last first. */
extern struct target *targets;

/* engine_open.c */
void target_free(struct target *target);

/* engine_state.c: finds out whether the process has ended. */
void target_look(struct target *target);

/* Stores a status of waitpid. */
void target_note_end(struct target *target, int status);

/* The state of the process, and how it has ended if it has. */
void target_tell(const struct target *target, struct fg_state *state);

/* Returns an error unless the process is running. */
int32_t target_check_running(struct target *target, struct fg_error *error);

/* engine.c: checks for reasons that rule out the agent in this process altogether. */
int32_t target_check_process(struct target *target, struct fg_error *error);

static inline int target_is_there(const struct target *target) {
  return target->state == FG_RUNNING || target->state == FG_STARTING;
}

/* engine_close.c: frees the memory of released processes. */
void closed_free(void);

#endif
