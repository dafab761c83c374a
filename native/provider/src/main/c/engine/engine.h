/* What the helper process does for the library: the calls of flowgauge.h on the helper's side of the socket.
   Not thread-safe: all functions must be called on the thread that traces. */
#ifndef FLOWGAUGE_ENGINE_H
#define FLOWGAUGE_ENGINE_H

#include <stdint.h>

#include "flowgauge.h"

struct target; /* an open process */

/* Must be called once before all other functions: calibrates the clock and the cost of a call. */
int32_t engine_start(struct fg_host *host, struct fg_error *error);

int32_t engine_open(int32_t pid, struct target **target, struct fg_error *error);

/* streams: NULL for this process's. programs: a descriptor that reports the programs the command starts,
   which the caller must close; -1 if they are not wanted. */
int32_t engine_launch(const char *argv, int32_t argc, const char *environment, int32_t envc,
                      const char *directory, const char *streams, int has_children, struct target **target,
                      int32_t *pid, int *programs, struct fg_error *error);

/* Opens a program that this descriptor reported; if that fails, the program continues. */
int32_t engine_open_program(const struct target *command, int32_t pid, struct target **target,
                            struct fg_error *error);
int32_t engine_resume(struct target *target, struct fg_error *error);

/* The modules belong to the target and are valid until the next call. */
int32_t engine_modules(struct target *target, const struct fg_module **modules, int32_t *count,
                       struct fg_error *error);
int32_t engine_functions(struct target *target, int32_t module, int32_t from, struct fg_function *functions,
                         int32_t capacity, char *names, int32_t names_capacity, int32_t *count,
                         struct fg_error *error);
int32_t engine_check(struct target *target, const struct fg_probe *probes, int32_t count,
                     struct fg_verdict *verdicts, struct fg_error *error);
int32_t engine_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error);
int32_t engine_remove(struct target *target, const int32_t *regions, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error);

/* before: the previous value. engine_close restores it, unless the program has set the variable since. */
int32_t engine_set(struct target *target, const struct fg_variable *variable, uint64_t *before,
                   struct fg_error *error);

/* Need a region whose sensor has FG_REWRITES. */
int32_t engine_rewrite(struct target *target, const struct fg_rule *rule, int32_t *number,
                       struct fg_error *error);
int32_t engine_unrewrite(struct target *target, int32_t region, int32_t number, struct fg_error *error);
int32_t engine_rewritten(struct target *target, int32_t region, int32_t number, uint64_t *calls,
                         struct fg_error *error);

/* Calls a function, and undoes that; loads a library by such a call. */
int32_t engine_call(struct target *target, const struct fg_call *call, struct fg_called *called,
                    struct fg_error *error);
int32_t engine_uncall(struct target *target, int32_t number, struct fg_called *called, struct fg_error *error);
int32_t engine_load(struct target *target, const char *path, const char *function, uint64_t *address,
                    int64_t *stopped_ns, struct fg_error *error);

int32_t engine_where(struct target *target, struct fg_position *positions, int32_t capacity, int32_t *count,
                     struct fg_error *error);

/* Returns the descriptor of the shared memory, which the engine keeps; made at the first call or insert. */
int32_t engine_memory(struct target *target, int *fd, int64_t *size, struct fg_error *error);
int32_t engine_sync(struct target *target, struct fg_error *error);
int32_t engine_status(struct target *target, struct fg_state *state, struct fg_error *error);

/* state: FG_DETACHED, or how the process ended before. */
int32_t engine_close(struct target *target, struct fg_state *state, struct fg_stats *stats,
                     struct fg_error *error);

/* Removes sensors that exceed their limit, and notices ends and execs; called about every 20 ms while a
   target is open. Returns how many milliseconds may pass until the next call, -1 for any number. */
int32_t engine_tick(void);

/* Removes all sensors from all open processes, once the library has gone. */
void engine_end(void);

#endif
