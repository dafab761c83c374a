/* Changes of functions' first bytes: whether they can be made, and the moment for them. */
#ifndef FLOWGAUGE_CHANGE_H
#define FLOWGAUGE_CHANGE_H

#include "engine/target.h"

/* A change of a function's first bytes. */
struct change {
  const struct fg_probe *probe; /* NULL: no sensor, but a finder */
  struct sensor *sensor;
  struct fg_verdict *verdict;
  int32_t region; /* of a sensor */
  uint8_t before[RELOCATE_LONGEST], after[RELOCATE_LONGEST];
  struct agent_sensor record;
};

struct changes {
  struct change *at;
  int32_t count;
  int32_t has_handlers; /* the process has signal handlers that may return into replaced bytes */
  uint64_t low, high;   /* of all windows */
};

#define CODE_PAGE 4096

/* What was read of the process's code last; code that changes it looks at it once more. Zeros for none. */
struct code_page {
  uint64_t address;
  size_t size;
  uint8_t bytes[CODE_PAGE + RELOCATE_LONGEST];
};

/* Judges a probe; plan gets the window. */
void change_check(struct target *target, struct code_page *page, const struct fg_probe *probe,
                  struct sensor *plan, struct fg_verdict *verdict);

/* Whether the jump of a sensor is still there. */
int change_is_in(struct target *target, struct code_page *page, const struct sensor *sensor);

/* Estimate of what one call costs, in ns. */
double change_cost(int32_t metrics);

/* Notes where the windows of all changes are. */
void change_find_bounds(struct changes *changes);

/* Stops all threads with none of them inside the bytes to be changed; changes for which that does
   not come about are refused. */
int32_t change_stop(struct target *target, struct changes *changes, struct fg_stats *stats,
                    struct fg_error *error);

/* Writes trampolines and entries in the agent's table; nothing leads there yet. Those that fail are refused. */
int32_t change_prepare(struct target *target, struct changes *changes, struct fg_error *error);

/* The jump that replaces a window. */
void change_jump(const struct window *window, uint64_t trampoline, uint8_t after[RELOCATE_LONGEST]);

/* By address; the others want them so. */
void change_sort(struct changes *changes);
void change_drop_refused(struct changes *changes);

/* Makes the kernel copy the pages that will change, so that it need not while the threads are stopped:
   writes what is there. */
void change_copy_pages(struct target *target, const struct changes *changes);

/* Replaces the bytes of all changes, of which those that find other bytes there are refused. */
void change_write(struct target *target, struct changes *changes);

/* Lets the threads go on. */
void change_go_on(struct target *target, struct fg_stats *stats);

#endif
