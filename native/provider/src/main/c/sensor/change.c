#include "sensor/change.h"

#include <stdlib.h>

void change_drop_refused(struct changes *changes) {
  int32_t kept = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    if (!changes->at[i].verdict->code) {
      changes->at[kept++] = changes->at[i];
    }
  }
  changes->count = kept;
}

static int compare_changes(const void *left, const void *right) {
  const struct change *a = left, *b = right;
  uint64_t first = a->sensor->window.address, second = b->sensor->window.address;
  return first < second ? -1 : first > second;
}

void change_sort(struct changes *changes) {
  if (changes->count) {
    qsort(changes->at, (size_t)changes->count, sizeof *changes->at, compare_changes);
  }
}

void change_go_on(struct target *target, struct fg_stats *stats) {
  tracee_let_go(&target->tracee);
  stats->all_stop_ns = target->tracee.gone_on_ns - target->tracee.stopping_ns;
  stats->longest_stop_ns = tracee_now_ns() - target->tracee.begun_ns;
}
