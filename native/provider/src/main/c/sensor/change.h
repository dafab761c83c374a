/* Changes of functions' first bytes: whether they can be made, and when. */
#ifndef FLOWGAUGE_CHANGE_H
#define FLOWGAUGE_CHANGE_H

#include "engine/target.h"

/* A change of a function's first bytes. */
struct change {
  const struct fg_probe *probe; /* NULL for a finder, which is no sensor */
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

/* The page of the process's code that was read last; it is read again before it is changed. Zeros for
   none. */
struct code_page {
  uint64_t address;
  size_t size;
  uint8_t bytes[CODE_PAGE + RELOCATE_LONGEST];
};

/* Checks whether a probe is possible; plan gets the window. */
void change_check(struct target *target, struct code_page *page, const struct fg_probe *probe,
                  struct sensor *plan, struct fg_verdict *verdict);

/* Whether the jump of a sensor is still there. */
int change_is_in(struct target *target, struct code_page *page, const struct sensor *sensor);

/* Estimates the cost of one call, in ns. */
double change_cost(int32_t metrics);

/* Stores the bounds of all changes' windows. */
void change_find_bounds(struct changes *changes);

/* Stops all threads while none of them is inside the bytes to be changed; changes for which that is not
   achieved are refused. */
int32_t change_stop(struct target *target, struct changes *changes, struct fg_stats *stats,
                    struct fg_error *error);

/* Writes trampolines and entries in the agent's table; no code leads there yet. Changes for which that fails
   are refused. */
int32_t change_prepare(struct target *target, struct changes *changes, struct fg_error *error);

/* Builds the jump that replaces a window. */
void change_jump(const struct window *window, uint64_t trampoline, uint8_t after[RELOCATE_LONGEST]);

/* Sorts by address, as the other functions need them. */
void change_sort(struct changes *changes);
void change_drop_refused(struct changes *changes);

/* Makes the kernel copy the pages that will change before the threads are stopped, by writing the bytes that
   are there. */
void change_copy_pages(struct target *target, const struct changes *changes);

/* Replaces the bytes of all changes; refuses those for which other bytes are there than expected. */
void change_write(struct target *target, struct changes *changes);

/* Resumes the threads. */
void change_go_on(struct target *target, struct fg_stats *stats);

#endif
