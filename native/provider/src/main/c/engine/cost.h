/* What a probed call costs on this host. */
#ifndef FLOWGAUGE_COST_H
#define FLOWGAUGE_COST_H

/* Measures the nanoseconds that a sensor adds to a call, and those that processor time adds to that; returns
   0 if they could not be measured. Takes some ten milliseconds. */
int cost_measure(double *call_ns, double *cpu_ns);

#endif
