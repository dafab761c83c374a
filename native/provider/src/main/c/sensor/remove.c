/* Removes sensors. */
#include <stdlib.h>
#include <string.h>

#include "sensor/change.h"
#include "sensor/counting.h"
#include "sensor/insert.h"
#include "sensor/kernel.h"
#include "sensor/sensor_table.h"
#include "sensor/spool.h"
#include "sensor/unwinders.h"

static void note_out(struct target *target, int32_t number) {
  struct fg_shm_region *region = memory_region(target, number);
  uint32_t over = target->header ? region->flags & FG_REGION_OVER_LIMIT : 0;
  region->flags = FG_REGION_REMOVED | over;
  region->removed_tsc = ticks_now();
  target_sensor_out(target, number);
}

/* Whether a sensor's jump was lost with its module: the function's own bytes are there, or another module, or
   nothing. Other bytes in its module are those of another tool, which may restore the jump. */
static int has_gone(struct target *target, struct code_page *page, const struct sensor *sensor) {
  const struct window *window = &sensor->window;
  uint8_t now[RELOCATE_LONGEST];
  return !change_is_in(target, page, sensor) &&
         (modules_at(target, sensor->function) != sensor->module ||
          tracee_read(&target->tracee, window->address, now, window->length) ||
          !memcmp(now, window->original, window->length));
}

void insert_forget_gone(struct target *target) {
  struct code_page page = {0};
  for (int32_t i = 0; i < target->region_end; i++) {
    const struct sensor *sensor = &target->sensors[i];
    if (sensor->state == SENSOR_IN && sensor->backend == FG_AGENT && has_gone(target, &page, sensor)) {
      note_out(target, i);
    }
  }
}

/* Records the removals while the threads already run again. A sensor whose bytes could not be restored stays
   in the agent's table as installed. */
static void note_all_out(struct target *target, struct changes *changes) {
  struct spool records = {.target = target};
  struct agent_sensor *table = sensor_table_read(target);
  for (int32_t i = 0; i < changes->count; i++) {
    struct change *change = &changes->at[i];
    uint32_t place = change->sensor->place;
    if (change->verdict->code == FG_E_BUSY_PATCH) {
      continue;
    }
    if (table && !change->verdict->code && place < target->sensor_places) {
      table[place].flags = 0;
      spool_put(&records, sensor_table_at(target, place), &table[place], sizeof *table);
    }
    note_out(target, change->region);
  }
  spool_end(&records);
  free(table);
}

static void plan_removal(struct target *target, const int32_t *regions, int32_t count,
                         struct fg_verdict *verdicts, struct changes *changes) {
  for (int32_t i = 0; i < count; i++) {
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    if (regions[i] < 0 || regions[i] >= (int32_t)FG_REGIONS ||
        target->sensors[regions[i]].state != SENSOR_IN) {
      refuse(&verdicts[i], FG_E_NOT_INSTALLED, "region %d has no sensor", regions[i]);
      continue;
    }
    struct sensor *sensor = &target->sensors[regions[i]];
    verdicts[i].backend = sensor->backend;
    if (sensor->backend == FG_UPROBE) {
      continue;
    }
    struct change *change = &changes->at[changes->count++];
    *change = (struct change){.sensor = sensor, .verdict = &verdicts[i], .region = regions[i]};
    change_jump(&sensor->window, sensor->trampoline, change->before);
    memcpy(change->after, sensor->window.original, sizeof change->after);
  }
  change_sort(changes);
}

int32_t insert_remove(struct target *target, const int32_t *regions, int32_t count,
                      struct fg_verdict *verdicts, struct fg_stats *stats, struct fg_error *error) {
  int64_t begin = tracee_now_ns();
  struct changes changes = {.at = calloc((size_t)count + 1, sizeof *changes.at)};
  if (!changes.at) {
    abort();
  }
  memset(stats, 0, sizeof *stats);
  plan_removal(target, regions, count, verdicts, &changes);
  int32_t code = FG_OK;
  if (changes.count) {
    code = change_stop(target, &changes, stats, error);
    if (!code) {
      change_write(target, &changes);
      change_go_on(target, stats);
      note_all_out(target, &changes);
    }
  }
  kernel_remove(target, regions, count);
  counting_end(target);
  unwinders_release(target, stats);
  free(changes.at);
  stats->total_ns = tracee_now_ns() - begin;
  return code;
}
