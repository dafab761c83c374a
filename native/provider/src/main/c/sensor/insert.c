/*
 * Inserts sensors. Everything is checked and written beforehand; while the threads are stopped, only the
 * first bytes of the functions change.
 */
#include "sensor/insert.h"

#include <stdlib.h>
#include <string.h>

#include "sensor/change.h"
#include "sensor/counting.h"
#include "sensor/kernel.h"
#include "sensor/unwinders.h"

int32_t insert_check(struct target *target, const struct fg_probe *probes, int32_t count,
                     struct fg_verdict *verdicts, struct fg_error *error) {
  int32_t code = modules_refresh(target, error);
  if (code) {
    return code;
  }
  insert_forget_gone(target);
  struct code_page page = {0};
  for (int32_t i = 0; i < count; i++) {
    struct sensor plan = {0};
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    change_check(target, &page, &probes[i], &plan, &verdicts[i]);
    if (!verdicts[i].code && probes[i].backend != FG_UPROBE) {
      verdicts[i].patched_bytes = (int32_t)plan.window.length;
      verdicts[i].backend = FG_AGENT;
      verdicts[i].cost_ns = change_cost(probes[i].metrics);
    }
  }
  return kernel_insert(target, probes, count, verdicts, 0, error);
}

static void note_in(struct target *target, struct change *change, uint64_t now) {
  const struct fg_probe *probe = change->probe;
  struct sensor *sensor = change->sensor;
  struct fg_shm_region *region = memory_region(target, change->region);
  region->address = sensor->function;
  region->size = probe->size;
  region->metrics = (uint32_t)probe->metrics | FG_WALL;
  region->flags = FG_REGION_INSTALLED;
  region->cost_ns = change_cost(probe->metrics);
  region->cost_limit = probe->cost_limit;
  if (!region->installed_tsc) {
    region->installed_tsc = now;
  }
  region->removed_tsc = 0;
  sensor->backend = FG_AGENT;
  sensor->metrics = probe->metrics;
  sensor->cost_ns = region->cost_ns;
  sensor->cost_limit = probe->cost_limit;
  sensor->seen_at_ns = 0;
  change->verdict->backend = FG_AGENT;
  change->verdict->patched_bytes = (int32_t)sensor->window.length;
  change->verdict->cost_ns = region->cost_ns;
  target_sensor_in(target, change->region);
}

/* Collects the probes that pass the checks. */
static void plan(struct target *target, const struct fg_probe *probes, int32_t count,
                 struct fg_verdict *verdicts, struct changes *changes) {
  struct code_page page = {0};
  for (int32_t i = 0; i < count; i++) {
    struct sensor checked = {0};
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    change_check(target, &page, &probes[i], &checked, &verdicts[i]);
    if (verdicts[i].code) {
      continue;
    }
    struct sensor *sensor = &target->sensors[probes[i].region];
    if (sensor->state == SENSOR_IN) {
      verdicts[i].backend = sensor->backend;
      verdicts[i].patched_bytes = (int32_t)sensor->window.length;
      verdicts[i].cost_ns = sensor->cost_ns;
      continue;
    }
    if (probes[i].backend == FG_UPROBE) {
      continue;
    }
    sensor->function = probes[i].address;
    sensor->module = checked.module;
    sensor->window = checked.window;
    changes->at[changes->count++] = (struct change){
        .probe = &probes[i], .sensor = sensor, .verdict = &verdicts[i], .region = probes[i].region};
  }
}

static struct change *change_at(const struct changes *changes, uint64_t address) {
  int32_t low = 0, high = changes->count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (changes->at[middle].sensor->window.address < address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < changes->count && changes->at[low].sensor->window.address == address
             ? &changes->at[low]
             : NULL;
}

/* Refuses duplicates: two regions may be the same function, of which only the first gets a sensor. */
static void refuse_doubles(struct target *target, struct changes *changes) {
  for (int32_t i = 1; i < changes->count; i++) {
    if (changes->at[i].sensor->window.address == changes->at[i - 1].sensor->window.address) {
      struct change *later = changes->at[i].probe > changes->at[i - 1].probe ? &changes->at[i] : &changes->at[i - 1];
      refuse(later->verdict, FG_E_ALREADY_PATCHED, "it was requested twice");
    }
  }
  change_drop_refused(changes);
  for (int32_t region = 0; region < target->region_end; region++) {
    const struct sensor *other = &target->sensors[region];
    struct change *same =
        other->state == SENSOR_IN ? change_at(changes, other->window.address) : NULL;
    if (same) {
      refuse(same->verdict, FG_E_ALREADY_PATCHED, "it already has a sensor, as region %d", region);
    }
  }
  change_drop_refused(changes);
}

/* Adds the room needed for the trampolines of changes to the rooms; returns how many there are. */
static int32_t want_rooms(const struct changes *changes, struct room *rooms, int32_t used) {
  for (int32_t i = 0; i < changes->count; i++) {
    uint64_t near = changes->at[i].sensor->window.address;
    struct room *room = NULL;
    for (int32_t k = 0; k < used && !room; k++) {
      uint64_t distance = rooms[k].near > near ? rooms[k].near - near : near - rooms[k].near;
      room = distance < 0x4000000 ? &rooms[k] : NULL;
    }
    if (!room) {
      room = &rooms[used++];
      room->near = near;
    }
    room->size += AGENT_TRAMPOLINE;
  }
  return used;
}

static int32_t bring_agent(struct target *target, const struct changes *changes,
                           const struct changes *finders, struct fg_stats *stats,
                           struct fg_error *error) {
  struct room *rooms = calloc((size_t)(changes->count + finders->count), sizeof *rooms);
  if (!rooms) {
    abort();
  }
  int32_t used = want_rooms(finders, rooms, want_rooms(changes, rooms, 0));
  int32_t code = inject(target, rooms, used, &stats->one_thread_stop_ns, error);
  free(rooms);
  return code;
}

static int32_t write_all(struct target *target, struct changes *changes, struct fg_stats *stats,
                         struct fg_error *error) {
  struct process_facts facts;
  change_copy_pages(target, changes);
  change_find_bounds(changes);
  changes->has_handlers = !process_facts(target->pid, &facts) && facts.caught != 0;
  int32_t code = change_stop(target, changes, stats, error);
  if (code) {
    return code;
  }
  code = agent_switch(target, error);
  if (!code) {
    change_write(target, changes);
  }
  uint64_t now = ticks_now();
  change_go_on(target, stats);
  for (int32_t i = 0; i < changes->count && !code; i++) {
    if (!changes->at[i].verdict->code) {
      note_in(target, &changes->at[i], now);
    }
  }
  return code;
}

/* Inserts the agent first, then the finders that hide sensors from unwinders, then the sensors. */
static int32_t put_in(struct target *target, struct changes *changes, struct fg_stats *stats,
                      struct fg_error *error) {
  struct change found[FINDERS];
  struct fg_verdict verdicts[FINDERS];
  struct changes finders = {.at = found, .count = unwinders_plan(target, found, verdicts)};
  int32_t code = bring_agent(target, changes, &finders, stats, error);
  code = code ? code : change_prepare(target, &finders, error);
  code = code ? code : change_prepare(target, changes, error);
  change_drop_refused(changes);
  if (code || !changes->count) {
    return code;
  }
  agent_note(target);
  struct fg_stats before = {0};
  code = unwinders_lead(target, &finders, &before, error);
  if (code) {
    return code;
  }
  counting_allow(target, changes);
  code = write_all(target, changes, stats, error);
  stats->all_stop_ns += before.all_stop_ns;
  stats->longest_stop_ns += before.longest_stop_ns;
  return code;
}

int32_t insert_sensors(struct target *target, const struct fg_probe *probes, int32_t count,
                       struct fg_verdict *verdicts, struct fg_stats *stats,
                       struct fg_error *error) {
  int64_t begin = tracee_now_ns();
  struct changes changes = {.at = calloc((size_t)count + 1, sizeof *changes.at)};
  if (!changes.at) {
    abort();
  }
  memset(stats, 0, sizeof *stats);
  int32_t code = modules_refresh(target, error);
  if (!code) {
    insert_forget_gone(target);
    plan(target, probes, count, verdicts, &changes);
    change_sort(&changes);
    refuse_doubles(target, &changes);
  }
  if (!code && changes.count) {
    code = put_in(target, &changes, stats, error);
  }
  free(changes.at);
  code = code ? code : kernel_insert(target, probes, count, verdicts, 1, error);
  stats->total_ns = tracee_now_ns() - begin;
  return code;
}

int32_t insert_by_kernel(struct target *target, const struct fg_probe *probes, int32_t count,
                         struct fg_verdict *verdicts, const struct fg_error *why, int is_real,
                         struct fg_stats *stats, struct fg_error *error) {
  int64_t begin = tracee_now_ns();
  memset(stats, 0, sizeof *stats);
  int32_t code = modules_refresh(target, error);
  struct code_page page = {0};
  for (int32_t i = 0; i < count && !code; i++) {
    struct sensor checked = {0};
    struct fg_probe probe = probes[i];
    memset(&verdicts[i], 0, sizeof verdicts[i]);
    probe.backend = FG_UPROBE; /* checks only whether there is code */
    change_check(target, &page, &probe, &checked, &verdicts[i]);
    if (!verdicts[i].code && probes[i].backend != FG_UPROBE) {
      refuse(&verdicts[i], why->code, "%.119s", why->text);
    }
  }
  code = code ? code : kernel_insert(target, probes, count, verdicts, is_real, error);
  stats->total_ns = tracee_now_ns() - begin;
  return code;
}
