/* The programs the kernel runs at probed functions, and the system calls around them. */
#ifndef FLOWGAUGE_UPROBE_BPF_H
#define FLOWGAUGE_UPROBE_BPF_H

#include <stdint.h>

#include "shared/shm.h"

/* The kernel's data for a region, by its number, in mapped memory. Times are ticks, except last_ns, which is
   CLOCK_MONOTONIC's. */
struct uprobe_counters {
  uint64_t count, total;
  uint64_t not_min; /* complement of the shortest time; 0: none yet */
  uint64_t max, last_ns;
  uint64_t pad[3];
  uint64_t histogram[FG_BUCKETS];
};

/* Numbers of the kernel's functions that distinguish a return from an entry, and keep a word between them; 0
   if the kernel has none. Read once from its type information (BTF). */
struct uprobe_functions {
  uint32_t is_return, cookie;
};
struct uprobe_functions uprobe_functions_read(void);

/* All return a descriptor, or -1 with errno. */
int uprobe_make_map(uint32_t regions);
int uprobe_load_counter(int map);
int uprobe_load_timer(int map, struct uprobe_functions functions, uint64_t tsc_hz);

struct uprobe_place {
  const char *path;
  const uint64_t *offsets, *regions;
  uint32_t count;
  int32_t pid;
};
int uprobe_link(int program, int is_timer, const struct uprobe_place *place);

#endif
