/*
 * Sensors by kernel probes, for functions that cannot be patched; they need root or CAP_BPF and
 * CAP_PERFMON. They cost one to ten microseconds per call. Linux 6.6 can count calls, 6.13 can also
 * time them.
 *
 * Timing rests on the kernel's return probes, which end a process when an exception crosses them: a
 * function is timed only if the caller says that no exception can.
 */
#ifndef FLOWGAUGE_UPROBE_H
#define FLOWGAUGE_UPROBE_H

#include <stdint.h>

#include "flowgauge.h"
#include "shared/shm.h"

struct uprobes; /* of one process */

/* Whether this user may use kernel probes on this kernel; if not, reason (120 bytes) says why. */
int uprobe_permitted(char *reason);

int32_t uprobe_open(int32_t pid, uint64_t tsc_hz, struct uprobes **uprobes, struct fg_error *error);

struct uprobe_request {
  int32_t region;
  int32_t metrics;      /* fg_metric; without FG_WALL calls are counted only, FG_CPU is never measured */
  const char *path;     /* of the module's file as this process can open it, /proc/PID/map_files/... */
  uint64_t offset;      /* of the function's first byte, in the file */
  const uint8_t *bytes; /* the function's first bytes, available of them, on which the cost depends */
  uint64_t available;
  int32_t may_unwind;   /* the process has an unwinder, or the module unwind data for exceptions, or the process switches stacks:
                           no timing */
};

/* Each request has its own verdict: code, backend, cost_ns, text. */
void uprobe_insert(struct uprobes *uprobes, const struct uprobe_request *requests, int32_t count,
                   struct fg_verdict *verdicts);

/* If other probes of the same uprobe_insert stay, calls under way meanwhile are not counted. Regions without
   kernel probes are ignored. */
void uprobe_remove(struct uprobes *uprobes, const int32_t *regions, int32_t count);

int uprobe_has(const struct uprobes *uprobes, int32_t region);

/* Copies the kernel's counts into records of a thread with tid 0, one per region. The memory is the helper's
   own view; nothing in it is trusted except the counters of used entries. */
void uprobe_sync(struct uprobes *uprobes, struct fg_shm_header *header, struct fg_shm_thread *threads,
                 struct fg_shm_record *records);

/* Removes all kernel probes. */
void uprobe_close(struct uprobes *uprobes);

#endif
