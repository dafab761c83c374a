/* Sensors by kernel probes, where they were asked for. */
#ifndef FLOWGAUGE_KERNEL_H
#define FLOWGAUGE_KERNEL_H

#include "engine/target.h"

/* Refusals of whole processes that kernel probes need not share. */
int kernel_may_replace(int32_t code);

/* Judges, and with is_real inserts, those of the probes that are to be kernel probes and were not refused before. */
int32_t kernel_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, int is_real, struct fg_error *error);

/* Takes out those of the regions that have kernel probes, together, as each removal waits for the
 * kernel. */
void kernel_remove(struct target *target, const int32_t *regions, int32_t count);
void kernel_sync(struct target *target);
void kernel_close(struct target *target);

#endif
