/* The cost of a kernel probe on this host. */
#ifndef FLOWGAUGE_UPROBE_COST_H
#define FLOWGAUGE_UPROBE_COST_H

#include <stddef.h>
#include <stdint.h>

/* Returns the nanoseconds per call of a function that begins with these bytes, counted or timed. The kernel
   executes some instructions itself, such as push and nop; after others it has to stop the processor once
   more. Both costs are measured once, in this process. 0 if that fails. */
double uprobe_cost_ns(const uint8_t *bytes, size_t available, int is_timed);

/* Returns the offset of a function of this process in its file; 0 if that is unknown. */
uint64_t uprobe_own_offset(const void *function);

/* A function of this process to try probes with. */
void uprobe_tried(void);

#endif
