/* Sensors by kernel probes, for requests that ask for them. */
#ifndef FLOWGAUGE_KERNEL_H
#define FLOWGAUGE_KERNEL_H

#include "engine/target.h"

/* Whether a refusal of a whole process does not concern kernel probes. */
int kernel_may_replace(int32_t code);

/* Checks, and with is_real inserts, those probes that are to be kernel probes and were not refused before. */
int32_t kernel_insert(struct target *target, const struct fg_probe *probes, int32_t count,
                      struct fg_verdict *verdicts, int is_real, struct fg_error *error);

/* Removes the kernel probes of those regions that have one, all together, because each removal waits for the
 * kernel. */
void kernel_remove(struct target *target, const int32_t *regions, int32_t count);
void kernel_sync(struct target *target);
void kernel_close(struct target *target);

#endif
