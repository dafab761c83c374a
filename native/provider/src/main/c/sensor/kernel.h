/* Sensors by kernel probes, for what the agent cannot do. */
#ifndef FLOWGAUGE_KERNEL_H
#define FLOWGAUGE_KERNEL_H

#include "engine/target.h"

/* Whether a probe that has been checked for the agent is to be a kernel probe: it was asked for, or
   the agent refuses what a kernel probe can do and this user may have them. */
int kernel_is_wanted(const struct fg_probe *probe, const struct fg_verdict *verdict);

/* Refusals of whole processes that kernel probes need not share. */
int kernel_may_replace(int32_t code);

/* Judges, and with is_real inserts, those of the probes that kernel_is_wanted names. */
int32_t kernel_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, int is_real, struct fg_error *error);

/* Takes out those of the regions that have kernel probes, together, as each removal waits for the
 * kernel. */
void kernel_remove(struct target *target, const int32_t *regions, int32_t count);
void kernel_sync(struct target *target);
void kernel_close(struct target *target);

#endif
