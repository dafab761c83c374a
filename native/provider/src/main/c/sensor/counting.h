/* Counters in processes: what they cost, whether they are available, and closing them. */
#ifndef FLOWGAUGE_COUNTING_H
#define FLOWGAUGE_COUNTING_H

#include "sensor/change.h"

/* Whether this process may ask for counters without being ended for it, as by a seccomp filter: a
   forked child finds out. pmu: whether the processor has some; cost_ns: of reading a group of them
   at a call's entry and exit, 0 if none can be had. */
int32_t counting_measure(int32_t *pmu, double *cost_ns);

/* Counters among metrics: bits of shared/shm.h's numbers. */
uint32_t counting_of(int32_t metrics);

/* Estimate of what counters add to one call, in ns. */
double counting_cost(int32_t metrics);

/* Lets the agent open what the changes want counted, or notes why it cannot. */
void counting_allow(struct target *target, const struct changes *changes);

/* Closes what the process has open for counting if no sensor needs it any more. */
void counting_end(struct target *target);

#endif
