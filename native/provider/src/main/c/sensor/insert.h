/* Sensors of the agent. All need a target whose process is there. */
#ifndef FLOWGAUGE_INSERT_H
#define FLOWGAUGE_INSERT_H

#include "engine/target.h"

int32_t insert_check(struct target *target, const struct fg_probe *probes, int32_t count,
                     struct fg_verdict *verdicts, struct fg_error *error);
int32_t insert_sensors(struct target *target, const struct fg_probe *probes, int32_t count,
                       struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error);
/* Inserts only kernel probes, because the agent cannot be in the process, for the reason given. */
int32_t insert_by_kernel(struct target *target, const struct fg_probe *probes, int32_t count,
                         struct fg_verdict *verdicts, const struct fg_error *why, int is_real,
                         struct fg_stats *stats, struct fg_error *error);
/* Marks sensors as removed that were lost with their module, even if the module or another one is there
   again. */
void insert_forget_gone(struct target *target);
int32_t insert_remove(struct target *target, const int32_t *regions, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error);

#endif
