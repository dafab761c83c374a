/* Counters in processes: their cost, their availability, and closing them. */
#ifndef FLOWGAUGE_COUNTING_H
#define FLOWGAUGE_COUNTING_H

#include "sensor/change.h"

/* Whether this process may ask for counters without being ended for it, as by a seccomp filter: a forked
   child tries it. pmu: whether the processor has counters; cost_ns: of reading a group of them at a call's
   entry and exit, 0 if none are available. */
int32_t counting_measure(int32_t *pmu, double *cost_ns);

/* Returns the counters among metrics, as bits of shared/shm.h's numbers. */
uint32_t counting_of(int32_t metrics);

/* Estimates how much counters add to the cost of one call, in ns. */
double counting_cost(int32_t metrics);

/* Lets the agent open the counters that the changes want, or records why it cannot. */
void counting_allow(struct target *target, const struct changes *changes);

/* Closes the counters that the process has open if no sensor needs them any longer. */
void counting_end(struct target *target);

#endif
