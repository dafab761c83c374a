/* What a kernel probe costs on this host. */
#ifndef FLOWGAUGE_UPROBE_COST_H
#define FLOWGAUGE_UPROBE_COST_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds per call of a function that begins with these bytes, counted or timed. The kernel does
   some instructions itself, as push and nop; after others it has to stop the processor once more. Both
   are measured in this process, once. 0 if that fails. */
double uprobe_cost_ns(const uint8_t *bytes, size_t available, int is_timed);

/* Where a function of this process is in its file; 0 if that is unknown. */
uint64_t uprobe_own_offset(const void *function);

/* A function of this process to try probes with. */
void uprobe_tried(void);

#endif
